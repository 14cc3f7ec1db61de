import type {Ids} from './ids.ts';
import type {Numbering} from './numbering/numbering.ts';
import type {ReleaseTags} from './parse-tags.ts';
import type {ParsedTitle} from './parsed-title.ts';

/** What the parsers of one name found, each for its own subject. */
interface TitleParts {
	names: Pick<ParsedTitle, 'title' | 'titles' | 'titleWithoutYear' | 'releaseTitle' | 'year'>;
	numbering: Partial<Numbering>;
	possibleSpecial: boolean;
	ids: Ids;
	tags: ReleaseTags;
}

/** Written field by field, because spreading the parts into one object takes longer than parsing the name. */
export function assembleTitle({names, numbering, possibleSpecial, ids, tags}: TitleParts): ParsedTitle {
	return {
		title: names.title,
		titles: names.titles,
		titleWithoutYear: names.titleWithoutYear,
		releaseTitle: names.releaseTitle,
		year: names.year,
		edition: tags.edition,
		group: tags.group,
		hash: tags.hash,
		imdbId: ids.imdbId,
		tmdbId: ids.tmdbId,
		hardcodedSubs: tags.hardcodedSubs,
		season: numbering.season ?? null,
		episodes: numbering.episodes ?? [],
		absoluteEpisodes: numbering.absoluteEpisodes ?? [],
		specialAbsoluteEpisodes: numbering.specialAbsoluteEpisodes ?? [],
		airDate: numbering.airDate ?? null,
		dailyPart: numbering.dailyPart ?? null,
		fullSeason: numbering.fullSeason ?? false,
		partialSeason: numbering.partialSeason ?? false,
		seasonPart: numbering.seasonPart ?? null,
		multiSeason: numbering.multiSeason ?? false,
		lastSeason: numbering.lastSeason ?? null,
		seasonExtra: numbering.seasonExtra ?? false,
		splitEpisode: numbering.splitEpisode ?? false,
		special: numbering.special ?? false,
		possibleSpecial,
		languages: tags.languages,
		quality: tags.quality,
	};
}
