/** Pictures to be saved: what the server has drawn, as it is or as dots. */

import { t } from "../language/language.ts";
import { ApiError } from "./api.ts";

/** Dots of the picture for one of the page. */
const SCALE = 2;

async function fetchDrawing(address: string): Promise<string> {
  const response = await fetch(address).catch(() => null);
  if (!response) throw new ApiError(0, t("The server cannot be reached."));
  if (!response.ok) throw new ApiError(response.status, t("The server did not understand."));
  return response.text();
}

/** Draw a picture that is described as SVG, as PNG. */
async function paint(drawing: string): Promise<Blob> {
  const image = new Image();
  // The page may show pictures of its own and in addresses, and no others.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * image.naturalWidth;
  canvas.height = SCALE * image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("nothing was drawn"))));
  });
}

function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Save the picture at an address, under a name without its ending. */
export async function savePicture(
  address: string,
  name: string,
  kind: "svg" | "png",
): Promise<void> {
  const drawing = await fetchDrawing(address);
  const content =
    kind === "png" ? await paint(drawing) : new Blob([drawing], { type: "image/svg+xml" });
  save(content, `${name}.${kind}`);
}
