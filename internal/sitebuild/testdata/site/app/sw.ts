declare const __ASSETS__: Record<string, string>; console.log(Object.values(__ASSETS__));
