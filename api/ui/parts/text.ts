import {clockFields, dateFormat} from '../state/formats.ts';

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

export function size(bytes: number) {
	const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
	const value = bytes / 1000 ** power;
	return `${value.toFixed(value < 10 && power > 1 ? 1 : 0)} ${units[power]}`;
}

const numbers = new Intl.NumberFormat('en');
export const number = (value: number) => numbers.format(value);

/** Days of releases and episodes are the same all over the world, whatever the hour is there. */
const dayFormat = dateFormat({timeZone: 'UTC'});
const momentFormat = dateFormat(clockFields());

export const day = (iso: string) => dayFormat.format(new Date(iso));
const dayHereFormat = dateFormat();
/** The day of a moment, which is another one elsewhere. */
export const dayHere = (iso: string) => dayHereFormat.format(new Date(iso));
const timeFormat = new Intl.DateTimeFormat('en', clockFields());
/** “21:03” */
export const time = (iso: string) => timeFormat.format(new Date(iso));
export const moment = (iso: string) => momentFormat.format(new Date(iso));

/** Moments within a message of the service, in the time zone of the reader, and tasks by their titles. */
export const withMoments = (text: string) =>
	withTasks(
		text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (all, day, time) =>
			moment(day ? `${day}T${time}:00Z` : all),
		),
	);

const steps: readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
	[31_536_000, 'year'],
	[2_592_000, 'month'],
	[86_400, 'day'],
	[3600, 'hour'],
	[60, 'minute'],
];
const relative = new Intl.RelativeTimeFormat('en', {numeric: 'auto'});

/** “3 days ago”, “in 2 hours”. */
export function distance(iso: string) {
	const seconds = (Date.parse(iso) - Date.now()) / 1000;
	const [length, unit] = steps.find(([each]) => Math.abs(seconds) >= each) ?? [1, 'second'];
	return unit === 'second' ? 'just now' : relative.format(Math.round(seconds / length), unit);
}

/** `importPending` as “import pending”. */
export function words(name: string) {
	return name
		.replaceAll(/([A-Z])/g, ' $1')
		.replaceAll('_', ' ')
		.toLowerCase()
		.trim();
}

/** `RssSync` as “RSS sync”. */
export const taskTitle = (name: string) => capital(words(name)).replace(/^Rss\b/, 'RSS');

const taskNames =
	/\b(?:Missing(?:Movies|Episodes|Subtitles)|CutoffUnmet|NewEpisodes|PendingReleases|RssSync|ImportLists|Subtitle(?:Upgrade|SearchOnImport)|RefreshMetadata|LibraryScan|HistoryCleanup|IndexerDefinitions|SceneNumbers)\b/g;

/** A text that names tasks as programs do. */
export const withTasks = (text: string) => text.replaceAll(taskNames, name => `“${taskTitle(name)}”`);

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Characters that turn the direction of the text after them. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name within a sentence, which it cannot turn around, whatever its direction. */
export const isolated = (name: string) => `\u2068${name.replace(directionMarks, '')}\u2069`;

/** “1 seeder”, “2 seeders” */
export const counted = (count: number, noun: string) => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

/** “S01E02” */
export function episodeCode({seasonNumber, episodeNumber}: {seasonNumber: number | null; episodeNumber: number | null}) {
	return `S${String(seasonNumber).padStart(2, '0')}E${String(episodeNumber).padStart(2, '0')}`;
}

const languages = new Intl.DisplayNames('en', {type: 'language', fallback: 'code'});

/** `de` as “German”; what is not a code stays. */
export const languageName = (code: string) =>
	/^[a-z]{2,3}(?:-(?:[A-Za-z]{2}|[A-Za-z]{4}))?$/.test(code) ? (languages.of(code) ?? code) : code;

/**
 * Languages to choose from, the original one first. Those without a name are left out, and of two codes for one
 * language the first is enough.
 */
export function languageChoices(codes: readonly unknown[]) {
	const nameOf = (code: string) => (code === 'original' ? 'Original language' : languageName(code));
	const byName = new Map(codes.toReversed().map(code => [nameOf(String(code)), String(code)]));
	return [...byName]
		.map(([label, value]) => ({value, label}))
		.filter(({value, label}) => value !== label)
		.sort((a, b) => Number(b.value === 'original') - Number(a.value === 'original') || a.label.localeCompare(b.label, 'en'));
}

/** “German, forced” */
export function subtitleName({language, forced, hearingImpaired}: {language: string | null; forced: boolean; hearingImpaired: boolean}) {
	const name = language === null ? 'unknown language' : languageName(language);
	return [name, forced && 'forced', hearingImpaired && 'for the deaf'].filter(Boolean).join(', ');
}

export function duration(minutes: number | null) {
	if (!minutes) {
		return null;
	}
	const hours = Math.floor(minutes / 60);
	const rest = minutes % 60;
	return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}

/** `01:02:03` as “1 h 2 min”, `00:02:03` as “2 min”. */
export function timeLeft(clock: string) {
	const seconds = secondsOf(clock);
	return seconds === null ? clock : (duration(Math.floor(seconds / 60)) ?? `${seconds} s`);
}

/** Of “1.02:03:04” or “02:03:04”; null for another text. */
export function secondsOf(clock: string) {
	const parts = /^(?:(\d+)\.)?(\d+):(\d+):(\d+)/.exec(clock);
	const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts?.slice(1).map(part => Number(part ?? 0)) ?? [];
	return parts && days * 86_400 + hours * 3600 + minutes * 60 + seconds;
}
