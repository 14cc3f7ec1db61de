import {store, stored} from './stored.ts';

/*
 * How this browser writes dates and colors states. What is chosen counts from the next loading of the page on.
 */

export const choicesOfFormats = {
	dates: [
		{value: 'month', label: 'Mar 31, 2026'},
		{value: 'day', label: '31 Mar 2026'},
		{value: 'iso', label: '2026-03-31'},
		{value: 'dots', label: '31.03.2026'},
	],
	clock: [
		{value: '24', label: '21:05'},
		{value: '12', label: '9:05 PM'},
	],
	weekStart: [
		{value: '1', label: 'Monday'},
		{value: '0', label: 'Sunday'},
		{value: '6', label: 'Saturday'},
	],
	states: [
		{value: 'usual', label: 'Usual'},
		{value: 'marked', label: 'For color blindness (blue and orange, with marks)'},
	],
};
export type Format = keyof typeof choicesOfFormats;

/** The choice of this browser, or the first. */
export function formatOf(name: Format) {
	const known = stored(`format.${name}`);
	const choices = choicesOfFormats[name];
	return choices.find(({value}) => value === known)?.value ?? choices[0]?.value ?? '';
}

export const setFormat = (name: Format, value: string) => store(`format.${name}`, value);

const numeric = {day: '2-digit', month: '2-digit', year: 'numeric'} as const;
const withName = {day: 'numeric', month: 'short', year: 'numeric'} as const;
const dates: Record<string, {locale: string; fields: Intl.DateTimeFormatOptions}> = {
	month: {locale: 'en', fields: withName},
	day: {locale: 'en-GB', fields: withName},
	iso: {locale: 'sv', fields: numeric},
	dots: {locale: 'de', fields: numeric},
};

/** A formatter of dates, and of what else is given. Names of days are English like all words of the page. */
export function dateFormat({weekday, ...options}: Intl.DateTimeFormatOptions = {}): {format(date: Date): string} {
	const {locale, fields} = dates[formatOf('dates')] ?? {locale: 'en', fields: withName};
	const dayAndTime = new Intl.DateTimeFormat(locale, {...fields, ...options});
	if (!weekday) {
		return dayAndTime;
	}
	const named = new Intl.DateTimeFormat('en', {weekday, ...(options.timeZone && {timeZone: options.timeZone})});
	return {format: date => `${named.format(date)}, ${dayAndTime.format(date)}`};
}

/** A formatter of dates without a year. */
export function shortDateFormat(options: Intl.DateTimeFormatOptions) {
	// The other two are written with the day first, too; names of months stay English.
	return new Intl.DateTimeFormat(formatOf('dates') === 'month' ? 'en' : 'en-GB', options);
}

/** The hour and minute, as options of a formatter. */
export function clockFields(): Intl.DateTimeFormatOptions {
	return formatOf('clock') === '12'
		? {hour: 'numeric', minute: '2-digit', hourCycle: 'h12'}
		: {hour: '2-digit', minute: '2-digit', hourCycle: 'h23'};
}
