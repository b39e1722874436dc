declare const __ASSETS__: Record<string, string>; console.log(__ASSETS__["stage.wasm"]);
