/** The server's HTTP answers, as promises. */

export interface AxisValue {
  key: string;
  title: string;
  sentence: string;
}

export interface Axis {
  key: string;
  question: string;
  /** The first one is the default. */
  values: AxisValue[];
}

export interface Axes {
  axes: Axis[];
  /** Keys that cannot go together, and why. */
  conflicts: { values: string[]; reason: string }[];
}

export interface VariantInfo {
  variant: string;
  title: string;
  table_size: number;
  deck: string;
  claim_sizes: [number, number];
  sentences: string[];
}

export interface TableInfo {
  table: string;
  variant: string;
  title: string;
  phase: string;
}

export interface NewTable {
  variant: string;
  options?: { table_size?: number; seats?: number; turn_seconds?: number };
}

/** The server said no; its sentence is the message. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function sentenceOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null) return null;
  const { error } = body as { error?: unknown };
  return typeof error === "string" ? error : null;
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError(0, "The server cannot be reached.");
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok || body === null) {
    throw new ApiError(response.status, sentenceOf(body) ?? "The server did not understand.");
  }
  return body as T;
}

export const fetchAxes = () => request<Axes>("/api/axes");
export const fetchThemes = () => request<AxisValue[]>("/api/themes");
export const fetchVariant = (expression: string) =>
  request<VariantInfo>(`/api/variants/${encodeURIComponent(expression)}`);
export const fetchTable = (table: string) =>
  request<TableInfo>(`/api/tables/${encodeURIComponent(table)}`);
export const openTable = (table: NewTable) =>
  request<{ table: string; url: string }>("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(table),
  });

/** Address of the record of a game, for a download. */
export const recordAddress = (table: string) => `/api/tables/${encodeURIComponent(table)}/record`;
