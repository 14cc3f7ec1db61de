import {dayMs, hourMs, minuteMs} from '#shared/domain/durations.ts';

const zero = 0x30;
const hyphen = 0x2d;
const colon = 0x3a;
const point = 0x2e;
const capitalT = 0x54;
const capitalZ = 0x5a;
/** Days from 1 March of year 0 to 1 January 1970. */
const daysBeforeEpoch = 719_468;
/** The calendar repeats every 400 years. */
const cycleDays = 146_097;
const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.UTC(9999, 11, 31);

/** `2026-03-01T12:00:00.000Z` */
export const momentSize = 24;

/** Whether ISO 8601 writes this time, in milliseconds since 1970, with a four-digit year. */
export function isPlainMoment(time: number): boolean {
	return time >= earliest && time <= latest;
}

/**
 * Writes a time with a four-digit year as ISO 8601. A page has hundreds of them, and creating a Date for each costs as
 * much as writing all its texts.
 */
export function writeMoment(bytes: Uint8Array, at: number, time: number): void {
	const date = Math.floor(time / dayMs);
	const ofDay = time - date * dayMs;
	writeDate(bytes, at, date);
	bytes[at + 10] = capitalT;
	writeDigits(bytes, at + 11, 2, (ofDay / hourMs) | 0);
	bytes[at + 13] = colon;
	writeDigits(bytes, at + 14, 2, ((ofDay / minuteMs) | 0) % 60);
	bytes[at + 16] = colon;
	writeDigits(bytes, at + 17, 2, ((ofDay / 1000) | 0) % 60);
	bytes[at + 19] = point;
	writeDigits(bytes, at + 20, 3, ofDay % 1000);
	bytes[at + 23] = capitalZ;
}

/** Treats March as the first month, so that the leap day comes last. */
function writeDate(bytes: Uint8Array, at: number, daysSinceEpoch: number): void {
	const days = daysSinceEpoch + daysBeforeEpoch;
	const cycle = Math.floor(days / cycleDays);
	const ofCycle = days - cycle * cycleDays;
	const leapDays = Math.floor(ofCycle / 1460) - Math.floor(ofCycle / 36_524) + Math.floor(ofCycle / (cycleDays - 1));
	const year = Math.floor((ofCycle - leapDays) / 365);
	const ofYear = ofCycle - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
	const fromMarch = Math.floor((5 * ofYear + 2) / 153);
	const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
	writeDigits(bytes, at, 4, year + cycle * 400 + (month <= 2 ? 1 : 0));
	bytes[at + 4] = hyphen;
	writeDigits(bytes, at + 5, 2, month);
	bytes[at + 7] = hyphen;
	writeDigits(bytes, at + 8, 2, ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1);
}

function writeDigits(bytes: Uint8Array, at: number, count: number, value: number): void {
	let rest = value;
	for (let place = at + count - 1; place >= at; place -= 1) {
		bytes[place] = zero + (rest % 10);
		rest = (rest / 10) | 0;
	}
}
