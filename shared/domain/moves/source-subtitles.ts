import type {NewLanguageProfile, WantedSubtitle} from '../languages/language-profile.ts';
import {defaultLanguageProfile} from '../languages/language-profile.ts';
import {subtitleLanguages} from '../languages/subtitle-languages.ts';
import type {FoundRecord, MoveNote} from './move.ts';
import {isRecord, jsonOf, type SourceRow, textOf, wholeOf} from './source-titles.ts';

// Bazarr stores flags as the words `True` and `False`, and moments in the time of its machine.

export const languageColumns = ['profileId', 'name', 'items', 'cutoff', 'mustContain', 'mustNotContain', 'originalFormat'] as const;

/** Its own codes of regional forms. */
const regional: Readonly<Record<string, string>> = {pb: 'pt-br', zt: 'zh-tw', ea: 'es-419'};
const isTrue = (value: unknown): boolean => value === true || value === 1 || String(value).toLowerCase() === 'true';
/** Its number of a cutoff that any language meets. */
const anyLanguage = 65_535;

/** `en:hi` and `de:forced` are languages, too. Null for one that is not known here. */
export function subtitleKindOf(text: unknown): WantedSubtitle | null {
	const [theirs = '', mark = ''] = (textOf(text) ?? '').split(':');
	const code = regional[theirs] ?? theirs;
	return subtitleLanguages.includes(code) ? {code, forced: mark === 'forced', hearingImpaired: mark === 'hi'} : null;
}

/** A language profile in our form, which wants any sound in its original language. */
export function readLanguageProfile(row: SourceRow, minimumScore: number | null): FoundRecord<NewLanguageProfile> {
	const read = jsonOf(row['items']);
	const items = (Array.isArray(read) ? read.filter(isRecord) : []).slice(0, 50);
	const name = (textOf(row['name']) ?? `Languages ${row['profileId']}`).slice(0, 100);
	const found = {sourceId: String(row['profileId']), title: name};
	const notes: MoveNote[] = [];
	const known = items.flatMap(item => {
		const kind = subtitleKindOf(item['language']);
		return kind ? [{id: wholeOf(item['id']), wanted: {...kind, forced: isTrue(item['forced']), hearingImpaired: isTrue(item['hi'])}}] : [];
	});
	const say = (detail: string) => notes.push({code: 'field_unsupported', detail});
	known.length < items.length && say('Some of its languages are not known here and are left out.');
	items.some(item => isTrue(item['audio_exclude']) || isTrue(item['audio_only_include'])) &&
		say('That a language depends on the sound of the file is left out.');
	const hasWords = (value: unknown) => ![null, '', '[]'].includes(textOf(value));
	(hasWords(row['mustContain']) || hasWords(row['mustNotContain'])) && say('Its words for names of subtitles are left out.');
	const cutoffId = wholeOf(row['cutoff']);
	cutoffId === anyLanguage && say('That any one language is enough is left out: all of its languages are wanted.');
	const subtitles = known
		.map(({wanted}) => wanted)
		.filter((each, index, all) => all.findIndex(other => JSON.stringify(other) === JSON.stringify(each)) === index);
	if (subtitles.length === 0) {
		return {...found, wanted: null, notes: [...notes, {code: 'value_unknown', detail: 'It names no language that is known here.'}]};
	}
	const subtitleCutoff = cutoffId === null ? null : (known.find(({id}) => id === cutoffId)?.wanted.code ?? null);
	const minimumSubtitleScore = minimumScore ?? defaultLanguageProfile.minimumSubtitleScore;
	return {...found, wanted: {...defaultLanguageProfile, name, subtitles, subtitleCutoff, minimumSubtitleScore}, notes};
}

/** The lower of its two minimum scores, in percent; null without one. */
export function minimumScoreIn(config: ReadonlyMap<string, readonly string[]>): number | null {
	const written = ['general.minimum_score', 'general.minimum_score_movie'].flatMap(name => config.get(name)?.[0] ?? []);
	const found = written.filter(score => /^\d{1,3}$/.test(score)).map(Number);
	return found.length > 0 ? Math.min(100, ...found) : null;
}

export const subtitleHistoryColumns = [
	'id',
	'action',
	'description',
	'language',
	'provider',
	'score',
	'score_out_of',
	'radarrId',
	'sonarrSeriesId',
	'sonarrEpisodeId',
	'subtitles_path',
	'timestamp',
] as const;

export interface SubtitleEvent {
	id: number;
	event: 'subtitleDownloaded' | 'subtitleRemoved';
	/** Why it was fetched or removed. */
	reason: string;
	language: string | null;
	provider: string | null;
	/** Percent. */
	score: number | null;
	path: string | null;
	title: string;
	at: Date;
	radarrId: number | null;
	seriesId: number | null;
	episodeId: number | null;
}

/** Its numbers of what happened. That one was synchronised or translated has no place here. */
const actions: ReadonlyMap<number, Pick<SubtitleEvent, 'event' | 'reason'>> = new Map([
	[0, {event: 'subtitleRemoved', reason: 'person'}],
	[1, {event: 'subtitleDownloaded', reason: 'missing'}],
	[2, {event: 'subtitleDownloaded', reason: 'person'}],
	[3, {event: 'subtitleDownloaded', reason: 'upgrade'}],
	[4, {event: 'subtitleDownloaded', reason: 'person'}],
]);

/** The best scores before it stored them. */
const bestScores = {movie: 120, episode: 360};

export function readSubtitleEvent(row: SourceRow): SubtitleEvent | null {
	const [id, at, action] = [wholeOf(row['id']), localDateOf(row['timestamp']), actions.get(wholeOf(row['action']) ?? -1)];
	if (id === null || at === null || !action) {
		return null;
	}
	const [radarrId, seriesId] = [wholeOf(row['radarrId']), wholeOf(row['sonarrSeriesId'])];
	const best = wholeOf(row['score_out_of']) ?? (radarrId === null ? bestScores.episode : bestScores.movie);
	const score = wholeOf(row['score']);
	return {
		id,
		...action,
		language: subtitleKindOf(row['language'])?.code ?? null,
		provider: textOf(row['provider'])?.slice(0, 100) ?? null,
		score: score === null || best <= 0 ? null : Math.min(100, Math.round((score / best) * 100)),
		path: textOf(row['subtitles_path']),
		title: textOf(row['description'])?.slice(0, 300) ?? '',
		at,
		radarrId,
		seriesId,
		episodeId: wholeOf(row['sonarrEpisodeId']),
	};
}

/** In the time of this machine, which is that of theirs unless somebody keeps two. */
function localDateOf(value: unknown): Date | null {
	const found = typeof value === 'string' ? /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(value) : null;
	const date = found ? new Date(`${found[1]}T${found[2]}`) : null;
	return date && !Number.isNaN(Number(date)) ? date : null;
}
