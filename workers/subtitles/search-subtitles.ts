import {Invalid} from '#shared/errors.ts';
import type {searchSubtitles} from '#shared/jobs/subtitles.ts';
import type {Handler} from '../runtime/handler.ts';
import {foundFor} from './fetch/found-for.ts';
import {titleWithFile} from './subtitled-title.ts';

/** Subtitles that the shelf keeps for one title. */
const mostFound = 500;

export const handleSearchSubtitles: Handler<typeof searchSubtitles> = async ({owner, languages}, deps, {signal}) => {
	const startedAt = performance.now();
	const title = await titleWithFile(owner, deps);
	const profile = title.profile.subtitles.map(({code, forced, hearingImpaired}) => ({language: code, forced, hearingImpaired}));
	// Who names languages wants to see every kind of them.
	const all = (language: string) =>
		[false, true].flatMap(forced => [false, true].map(hearingImpaired => ({language, forced, hearingImpaired})));
	const wishes = languages === null ? profile : languages.flatMap(all);
	if (wishes.length === 0) {
		const message = 'The language profile of this title wants no subtitles. Name the languages to search, or add some to the profile.';
		throw new Invalid('no_subtitle_languages', message, [{path: 'languages', message: 'at least one language is required'}]);
	}
	const {rated, providerResults} = await foundFor(title, {languages: wishes.map(({language}) => language), wishes}, {deps, signal});
	const searchId = await deps.subtitleShelf.keep(owner, rated.slice(0, mostFound));
	return {searchId, providerResults, duration: Math.round(performance.now() - startedAt)};
};
