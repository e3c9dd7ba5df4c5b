// The moments at which a page finds out that the world may have changed: the network is
// back, somebody looks at it again, or it was thawed. It knows nothing of connections.

/** Calls `wake` at each such moment; returns how to stop that. Outside a page it does nothing. */
export function onWake(wake) {
  if (typeof document === "undefined" || typeof addEventListener !== "function") return () => {};
  const visible = () => document.visibilityState === "visible" && wake();
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", visible);
  document.addEventListener("resume", visible);
  return () => {
    removeEventListener("online", wake);
    removeEventListener("pageshow", wake);
    document.removeEventListener("visibilitychange", visible);
    document.removeEventListener("resume", visible);
  };
}
