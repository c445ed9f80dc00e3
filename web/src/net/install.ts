/** Whether the browser offers to install the page, and the way to accept. */

/** What browsers that can install pages send; it is in no standard yet. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function change(next: InstallPrompt | null): void {
  offered = next;
  for (const listener of listeners) listener();
}

/** Keep the browser's offer until somebody asks for it, from the very start. */
export function listenForInstall(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    change(event as InstallPrompt);
  });
  window.addEventListener("appinstalled", () => change(null));
}

export const canInstall = (): boolean => offered !== null;

/** Call a function when the offer comes or goes, until the returned function is called. */
export function onInstallChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Let the browser ask whether to install the page; it does so once for an offer. */
export async function install(): Promise<void> {
  const prompt = offered;
  change(null);
  await prompt?.prompt();
}
