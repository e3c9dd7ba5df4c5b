// The name under which this browser answers, as others see it: the person's own, kept in
// this browser, or else the kind of browser and device.

import { t } from "./texts.js";

const KEY = "dialog-hub.label";
const BROWSERS = [
  [/Firefox\//, "Firefox"],
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const DEVICES = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/Linux|X11/, "Linux"],
];

function first(list, agent) {
  return list.find(([pattern]) => pattern.test(agent))?.[1];
}

function defaultLabel(agent) {
  const browser = first(BROWSERS, agent) ?? t("name.browser");
  const device = first(DEVICES, agent);
  return device ? t("name.on", { browser, device }) : browser;
}

/** The person's own name, else one from the user agent of the browser. */
export function loadLabel(storage, agent) {
  try {
    return storage.getItem(KEY) || defaultLabel(agent);
  } catch {
    return defaultLabel(agent);
  }
}

/** An empty name takes the person's own away. */
export function saveLabel(storage, label) {
  try {
    if (label) storage.setItem(KEY, label);
    else storage.removeItem(KEY);
  } catch {
    // Storage is turned off: the name lasts as long as the page.
  }
}
