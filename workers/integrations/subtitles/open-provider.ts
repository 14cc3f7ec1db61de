import type {FoundSubtitle, SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';
import type {SubtitleProviderKind, SubtitleProviderSettings} from '#shared/domain/subtitles/provider-record.ts';
import {subtitleProviderFamily} from '#shared/providers/subtitle-providers.ts';
import {guardedClient, sentTo} from '../http/without-secrets.ts';
import {createFolderProvider} from './folder/folder-client.ts';
import {createOpenSubtitles} from './opensubtitles/opensubtitles-client.ts';
import {createSubdl} from './subdl-client.ts';
import type {ProviderDeps, SubtitleProviderClient} from './subtitle-provider.ts';

const openers: Record<SubtitleProviderKind, (settings: SubtitleProviderSettings, deps: ProviderDeps) => SubtitleProviderClient> = {
	opensubtitles: createOpenSubtitles,
	subdl: createSubdl,
	folder: createFolderProvider,
};

export function openProvider(settings: SubtitleProviderSettings, deps: ProviderDeps): SubtitleProviderClient {
	const client = guardedClient(openers[settings.kind](settings, deps), sentTo(subtitleProviderFamily, settings));
	return {
		...client,
		async search(criteria, signal) {
			const found = await client.search(criteria, signal);
			// Some sites send more than they were asked for.
			return found.filter(({language}) => criteria.languages.includes(language)).map(each => plain(each, criteria));
		},
		async download(found, signal) {
			const {bytes, name} = await client.download(found, signal);
			return {bytes, name: bareName(name)};
		},
	};
}

const longestText = 300;

const forcedMark = /(?<![a-z])(?:forced|foreign[ ._-]?parts)(?![a-z])/i;

/** Whether its names say so, which sites often have no mark for. A title may contain the same word. */
function isNamedForced({releases}: FoundSubtitle, {title, originalTitle}: SubtitleCriteria): boolean {
	return !forcedMark.test(`${title} ${originalTitle ?? ''}`) && releases.some(release => forcedMark.test(release));
}

/** Texts are short, and numbers are whole, whatever a site sends. */
function plain(found: FoundSubtitle, criteria: SubtitleCriteria): FoundSubtitle {
	const {title, year, seasonNumber, episodeNumber, downloadCount} = found;
	return {
		...found,
		// A whole subtitle for the hearing impaired is never only for foreign parts.
		forced: found.forced || (!found.hearingImpaired && isNamedForced(found, criteria)),
		title: title?.slice(0, longestText) ?? null,
		year: whole(year),
		seasonNumber: whole(seasonNumber),
		episodeNumber: whole(episodeNumber),
		downloadCount: whole(downloadCount) ?? 0,
	};
}

function whole(number: number | null): number | null {
	return Number.isSafeInteger(number) ? number : null;
}

/** Names come from outside: neither folders nor control characters. */
function bareName(name: string): string {
	const [last = ''] = name.split(/[\\/]/).slice(-1);
	return last.replace(/\p{Cc}/gu, '').slice(0, 255);
}
