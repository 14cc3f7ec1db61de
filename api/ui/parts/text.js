import {clockFields, dateFormat} from '../state/formats.js';

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** @param {number} bytes */
export function size(bytes) {
	const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
	const value = bytes / 1000 ** power;
	return `${value.toFixed(value < 10 && power > 1 ? 1 : 0)} ${units[power]}`;
}

const numbers = new Intl.NumberFormat('en');
/** @param {number} value */
export const number = value => numbers.format(value);

/** Days of releases and episodes are the same all over the world, whatever the hour is there. */
const dayFormat = dateFormat({timeZone: 'UTC'});
const momentFormat = dateFormat(clockFields());

/** @param {string} iso */
export const day = iso => dayFormat.format(new Date(iso));
const dayHereFormat = dateFormat();
/** The day of a moment, which is another one elsewhere. @param {string} iso */
export const dayHere = iso => dayHereFormat.format(new Date(iso));
const timeFormat = new Intl.DateTimeFormat('en', clockFields());
/** “21:03” @param {string} iso */
export const time = iso => timeFormat.format(new Date(iso));
/** @param {string} iso */
export const moment = iso => momentFormat.format(new Date(iso));

/** Moments within a message of the service, in the time zone of the reader, and tasks by their titles. @param {string} text */
export const withMoments = text =>
	withTasks(
		text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (all, day, time) =>
			moment(day ? `${day}T${time}:00Z` : all),
		),
	);

/** @type {readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit][]} */
const steps = [
	[31_536_000, 'year'],
	[2_592_000, 'month'],
	[86_400, 'day'],
	[3600, 'hour'],
	[60, 'minute'],
];
const relative = new Intl.RelativeTimeFormat('en', {numeric: 'auto'});

/** “3 days ago”, “in 2 hours”. @param {string} iso */
export function distance(iso) {
	const seconds = (Date.parse(iso) - Date.now()) / 1000;
	const [length, unit] = steps.find(([each]) => Math.abs(seconds) >= each) ?? [1, 'second'];
	return unit === 'second' ? 'just now' : relative.format(Math.round(seconds / length), unit);
}

/** `importPending` as “import pending”. @param {string} name */
export function words(name) {
	return name
		.replaceAll(/([A-Z])/g, ' $1')
		.replaceAll('_', ' ')
		.toLowerCase()
		.trim();
}

/** `RssSync` as “RSS sync”. @param {string} name */
export const taskTitle = name => capital(words(name)).replace(/^Rss\b/, 'RSS');

const taskNames =
	/\b(?:Missing(?:Movies|Episodes|Subtitles)|CutoffUnmet|NewEpisodes|PendingReleases|RssSync|ImportLists|Subtitle(?:Upgrade|SearchOnImport)|RefreshMetadata|LibraryScan|HistoryCleanup|IndexerDefinitions|SceneNumbers)\b/g;

/** A text that names tasks as programs do. @param {string} text */
export const withTasks = text => text.replaceAll(taskNames, name => `“${taskTitle(name)}”`);

/** @param {string} text */
export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

/** Characters that turn the direction of the text after them. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name within a sentence, which it cannot turn around, whatever its direction. @param {string} name */
export const isolated = name => `\u2068${name.replace(directionMarks, '')}\u2069`;

/** “1 seeder”, “2 seeders” @param {number} count @param {string} noun */
export const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

/** “S01E02” @param {{seasonNumber: number | null, episodeNumber: number | null}} episode */
export function episodeCode({seasonNumber, episodeNumber}) {
	return `S${String(seasonNumber).padStart(2, '0')}E${String(episodeNumber).padStart(2, '0')}`;
}

const languages = new Intl.DisplayNames('en', {type: 'language', fallback: 'code'});

/** `de` as “German”; what is not a code stays. @param {string} code */
export const languageName = code => (/^[a-z]{2,3}(?:-(?:[A-Za-z]{2}|[A-Za-z]{4}))?$/.test(code) ? (languages.of(code) ?? code) : code);

/** “German, forced” @param {{language: string | null, forced: boolean, hearingImpaired: boolean}} kind */
export function subtitleName({language, forced, hearingImpaired}) {
	const name = language === null ? 'unknown language' : languageName(language);
	return [name, forced && 'forced', hearingImpaired && 'for the deaf'].filter(Boolean).join(', ');
}

/** @param {number | null} minutes */
export function duration(minutes) {
	if (!minutes) {
		return null;
	}
	const hours = Math.floor(minutes / 60);
	const rest = minutes % 60;
	return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}

/** `01:02:03` as “1 h 2 min”, `00:02:03` as “2 min”. @param {string} clock */
export function timeLeft(clock) {
	const parts = /^(?:(\d+)\.)?(\d+):(\d+):(\d+)/.exec(clock);
	if (!parts) {
		return clock;
	}
	const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(part => Number(part ?? 0));
	return duration(days * 1440 + hours * 60 + minutes) ?? `${seconds} s`;
}
