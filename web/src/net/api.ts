/** The server's HTTP answers, as promises. */

import { t } from "../language/language.ts";

export interface AxisValue {
  key: string;
  title: string;
  sentence: string;
}

/** A look of the cards. */
export interface ThemeInfo extends AxisValue {
  /** What its colours are called. */
  colours: { usual: string; name: string }[];
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
  needs_passcode: boolean;
}

export type OptionValue = string | number | boolean | null;

/** Values of a table's options, by their keys; what is missing has its default. */
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** One thing that a table's host can choose. */
export interface OptionAnswer {
  key: string;
  title: string;
  sentence: string;
  kind: "choice" | "number" | "flag";
  /** Null for the variant's own. */
  default: OptionValue;
  choices: { value: OptionValue; title: string; sentence: string }[] | null;
  least: number | null;
  most: number | null;
  unit: string | null;
  /** Why it cannot be chosen with this variant and the other options, null if it can. */
  conflict: string | null;
}

/** Who may come to a table: all who see it in the lobby, who has its link, who knows its passcode. */
export type Access = "public" | "link" | "passcode";

export interface NewTable {
  variant: string;
  options?: OptionValues;
  access?: Access;
  passcode?: string | null;
}

/** A table at which the reader has a seat. */
export interface MyTable {
  table: string;
  title: string;
  phase: "waiting" | "playing";
  seats: string[];
  my_turn: boolean;
}

export interface Me {
  name: string;
  /** The name of the account, null for a guest. */
  account: string | null;
  tables: MyTable[];
}

/** The server said no; its sentence is the message. */
export class ApiError extends Error {
  /** The status of the answer, 0 if there was none. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Return what to tell a person of something that went wrong. */
export const say = (error: unknown): string =>
  error instanceof ApiError ? error.message : t("Something went wrong in this page.");

function sentenceOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null) return null;
  const { error } = body as { error?: unknown };
  return typeof error === "string" ? error : null;
}

/** Ask the server for JSON; its sentence is the error where it says no. */
export async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError(0, t("The server cannot be reached."));
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok || body === null) {
    throw new ApiError(response.status, sentenceOf(body) ?? t("The server did not understand."));
  }
  return body as T;
}

function submit<T>(path: string, body: object, method = "POST"): Promise<T> {
  return request<T>(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** A language that the club speaks: its tag, and what it calls itself. */
export interface LanguageInfo {
  key: string;
  title: string;
}

const tableAddress = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const fetchAxes = () => request<Axes>("/api/axes");
export const fetchLanguages = () => request<LanguageInfo[]>("/api/languages");
export const fetchThemes = () => request<ThemeInfo[]>("/api/themes");
export const fetchVariant = (expression: string) =>
  request<VariantInfo>(`/api/variants/${encodeURIComponent(expression)}`);
export const fetchTable = (table: string) => request<TableInfo>(tableAddress(table));

/** Return the options of a variant, given what is chosen of them. */
export const fetchOptions = (variant: string, chosen: OptionValues) => {
  const query = new URLSearchParams({ variant, options: JSON.stringify(chosen) });
  return request<OptionAnswer[]>(`/api/options?${query}`);
};

export const openTable = (table: NewTable) =>
  submit<{ table: string; url: string }>("/api/tables", table);
export const enterTable = (table: string, passcode: string) =>
  submit<TableInfo>(`${tableAddress(table)}/enter`, { passcode });

export const fetchMe = () => request<Me>("/api/me");
export const rename = (name: string) => submit<Me>("/api/me/name", { name });
export const makeAccount = (name: string, password: string) =>
  submit<Me>("/api/account", { name, password });
export const logIn = (name: string, password: string) =>
  submit<Me>("/api/session", { name, password });
export const logOut = () => request<Me>("/api/session", { method: "DELETE" });
export const changePassword = (old: string, next: string) =>
  submit<Me>("/api/account/password", { old, new: next });
export const deleteMe = (password: string | null) =>
  submit<Me>("/api/me", { password }, "DELETE");

/** Address of all that is stored of the reader, for a download. */
export const EXPORT_ADDRESS = "/api/me/export";

/** Address of the record of a game, for a download. */
export const recordAddress = (table: string) => `${tableAddress(table)}/record`;
