// Numbers, units and times as the reader's language writes them.

import { currentLanguage, t } from "./i18n";

const formats = new Map<string, Intl.NumberFormat>();

function formatter(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${currentLanguage()} ${name}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.NumberFormat(currentLanguage(), options)));
  return format;
}

/** A number with exactly so many decimals. */
export function number(value: number, decimals = 0): string {
  return formatter(`n${decimals}`, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .format(value === 0 ? 0 : value); // no "-0"
}

/** A number with at most so many decimals. */
export function upTo(value: number, decimals: number): string {
  return formatter(`u${decimals}`, { maximumFractionDigits: decimals }).format(value === 0 ? 0 : value);
}

/** A number of which only the order and the first digits are known. */
export function about(value: number): string {
  return formatter("about", { maximumSignificantDigits: 3 }).format(value === 0 ? 0 : value);
}

/** A share (1 is the whole) in percent. */
export function percent(share: number, decimals = 0): string {
  return formatter(`p${decimals}`, { style: "percent", minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .format(share === 0 ? 0 : share);
}

/** An amount in dollars. */
export function dollars(value: number, decimals = 2): string {
  // Intl's own sign is "US$" in some languages, on the far side of the number in right-to-left ones.
  return t("unit.dollars", { n: number(value, decimals) });
}

export function dollarsPerHour(value: number): string {
  return t("unit.dollars_per_hour", { n: dollars(value) });
}

/** A multiple such as a burn rate: one decimal below 100, none above. */
export function times(value: number): string {
  return t("unit.times", { n: Math.abs(value) < 99.95 ? number(value, 1) : number(value) });
}

/** A threshold: as many decimals as it has. */
export function threshold(value: number): string {
  return t("unit.times", { n: upTo(value, 2) });
}

export function perSecond(value: number): string {
  return t("unit.per_second", { n: number(value) });
}

export function minutes(value: number): string {
  return t("unit.minutes", { n: upTo(value, 0) });
}

/** A length of time in the unit that keeps its number small. */
export function span(lengthMinutes: number): string {
  if (lengthMinutes < 90 && lengthMinutes !== 60) return minutes(lengthMinutes);
  const hours = lengthMinutes / 60;
  if (hours <= 48) return t("unit.hours", { n: upTo(hours, hours < 10 ? 1 : 0) });
  return t("unit.days", { n: upTo(hours / 24, hours < 240 ? 1 : 0) });
}

/** A latency: milliseconds below one second, seconds above. */
export function latency(seconds: number): string {
  if (seconds >= 0.9995) return t("unit.seconds", { n: number(seconds, 2) });
  const ms = seconds * 1000;
  return t("unit.milliseconds", { n: number(ms, ms < 9.95 ? 1 : 0) });
}

/** A time of day, of so many minutes after midnight, on a 24-hour clock; seconds only where it is no whole minute. */
export function clock(minutesOfDay: number): string {
  const seconds = ((Math.round(minutesOfDay * 60) % 86400) + 86400) % 86400;
  const two = formatter("clock", { minimumIntegerDigits: 2, useGrouping: false });
  const parts = [seconds / 3600, (seconds / 60) % 60, ...(seconds % 60 > 0 ? [seconds % 60] : [])];
  return parts.map((part) => two.format(Math.floor(part))).join(":");
}

/** The ten digits of the reader's language. */
export function digits(): string {
  const format = formatter("digit", { useGrouping: false });
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => format.format(digit)).join("");
}

/** The decimal sign of the reader's language. */
export function decimalSign(): string {
  return formatter("n1", {}).formatToParts(0.5).find((part) => part.type === "decimal")?.value ?? ".";
}

/** A rate of data. */
export function bits(perSecond: number): string {
  if (perSecond >= 0.9995e12) return t("unit.terabits", { n: number(perSecond / 1e12, 2) });
  return t("unit.gigabits", { n: upTo(perSecond / 1e9, perSecond < 9.95e9 ? 1 : 0) });
}

/** A rate of data in Gbit/s, without its unit. */
export function gigabits(perSecond: number): string {
  return upTo(perSecond / 1e9, 1);
}

/** A share as points: the difference of two percentages. */
export function points(share: number): string {
  return t("unit.points", { n: number(share * 100, share < 0.0995 ? 1 : 0) });
}

/** A large count: 8,322,559 stays whole, so that it can be compared. */
export function count(value: number): string {
  return number(Math.round(value));
}

/** A seed: digits without grouping, in the reader's own digits. */
export function seed(value: number): string {
  return formatter("seed", { useGrouping: false }).format(value);
}

/** A value of a control's or a reading's unit. */
export function inUnit(unit: string, value: number): string {
  switch (unit) {
    case "times": return times(value);
    case "share": return percent(value, 1);
    case "percent": return percent(value / 100);
    case "per_second": return perSecond(value);
    case "queries_per_second": return t("unit.queries_per_second", { n: number(value) });
    case "seconds": return value >= 1 || value === 0 ? t("unit.seconds", { n: upTo(value, 1) }) : latency(value);
    case "minutes": return minutes(value);
    case "days": return t("unit.days", { n: upTo(value, 0) });
    case "dollars": return dollars(value);
    case "dollars_per_hour": return dollarsPerHour(value);
    case "bits_per_second": return bits(value);
    case "sessions": return count(value);
    case "tenths": return number(value / 10, 1);
    case "flag": return t(value >= 0.5 ? "unit.on" : "unit.off");
    default: return upTo(value, 2);
  }
}
