/**
 * Results that wait in the browser until the server has acknowledged them.
 *
 * They may be sent again: by its id the server counts a result once.
 */

import { ApiError, request } from "./api.ts";

export interface Outbox<Result extends { id: string }> {
  waiting(most: number): Promise<Result[]>;
  /** Forget results: the server has them, or never will. */
  drop(ids: readonly string[]): Promise<void>;
}

/** Which results are stored, now or before, and which never will be. */
export interface Receipt {
  stored: readonly string[];
  refused: readonly { id: string; error: string }[];
}

/** Whether the server will not answer otherwise when it is asked again. */
export const isFinal = (status: number): boolean =>
  status === 400 || status === 404 || status === 422;

/** Send all results, so many at once, and tell whether there were some. */
export async function sendWaiting<Result extends { id: string }>(
  outbox: Outbox<Result>,
  batch: number,
  send: (results: readonly Result[]) => Promise<Receipt>,
  onSent: () => Promise<void>,
): Promise<boolean> {
  let most = batch;
  for (let hasSent = false; ; hasSent = true) {
    const results = await outbox.waiting(most);
    if (results.length === 0) return hasSent;
    try {
      const { stored, refused } = await send(results);
      const done = new Set([...stored, ...refused.map(({ id }) => id)]);
      const ids = results.map(({ id }) => id).filter((id) => done.has(id));
      if (ids.length === 0) return true;
      await outbox.drop(ids);
    } catch (error) {
      if (!(error instanceof ApiError && isFinal(error.status))) throw error;
      // One of them cannot be read, by whatever fault: the others shall not wait for it.
      if (results.length === 1) await outbox.drop(results.map(({ id }) => id));
      most = 1;
    }
    await onSent();
  }
}

/** Post results. */
export const postResults = (path: string, results: readonly object[]): Promise<Receipt> =>
  postParcel(path, { results });

/** Post what is to be stored; who has no session any more begins a new one. */
export async function postParcel(path: string, parcel: object): Promise<Receipt> {
  const post = () =>
    request<Receipt>(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(parcel),
    });
  try {
    return await post();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await request<unknown>("/api/me");
    return post();
  }
}
