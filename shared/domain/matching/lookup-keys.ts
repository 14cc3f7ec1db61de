import type {ParsedTitle} from '../release/parsed-title.ts';
import type {FoundRelease} from '../release/release.ts';
import {splitYear} from '../release/year.ts';
import {namesToLookUp} from './find-by-name.ts';
import {titlesWithoutSeason} from './match-series.ts';
import {splitCountry} from './title-variants.ts';

/** Names and ids by which a store should look for the titles that releases may mean. */
interface LookupKeys {
	names: string[];
	imdbIds: string[];
	metaIds: number[];
	tvMetaIds: number[];
}

const unique = <T>(values: (T | null)[]): T[] => [...new Set(values.filter(value => value !== null))];

const withAndWithoutYear = (title: string) => [title, splitYear(title).withoutYear];

/** The keys that `matchMovie` and `matchSeries` may ask an index for. Only those titles need to be fetched. */
export function lookupKeys(
	rows: readonly {parsed: ParsedTitle | null; release?: Pick<FoundRelease, 'imdbId' | 'metaId' | 'tvMetaId'>}[],
): LookupKeys {
	const titles = rows.flatMap(({parsed}) =>
		parsed
			? [
					parsed.title,
					parsed.titleWithoutYear ?? parsed.title,
					...parsed.titles,
					...titlesWithoutSeason(parsed).flatMap(withAndWithoutYear),
				]
					.flatMap(title => [title, splitCountry(title)?.title ?? title])
					.flatMap(title => [title, `${title} ${parsed.year ?? ''}`])
			: [],
	);
	return {
		names: unique([...new Set(titles)].flatMap(namesToLookUp)),
		imdbIds: unique(rows.flatMap(({parsed, release}) => [parsed?.imdbId ?? null, release?.imdbId ?? null])),
		metaIds: unique(rows.flatMap(({parsed, release}) => [parsed?.tmdbId ?? null, release?.metaId ?? null])),
		tvMetaIds: unique(rows.map(({release}) => release?.tvMetaId ?? null)),
	};
}
