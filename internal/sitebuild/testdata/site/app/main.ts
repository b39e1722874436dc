import "wasm_exec";
import { greeting } from "./greeting";

declare const __ASSETS__: Record<string, string>;
declare const __SIZES__: Record<string, number>;
declare const __BUILD__: string;

document.title = greeting(__ASSETS__["engine.wasm"] ?? "", __SIZES__["engine.wasm.gz"] ?? 0, __BUILD__);
