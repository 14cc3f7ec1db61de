import {type MinimumAvailability, minimumAvailabilities} from '../media/movie.ts';
import type {FoundRecord} from './move.ts';
import {isOn, tagsOf} from './source-connections.ts';
import {type SourceRow, textOf, wholeOf} from './source-titles.ts';

export const collectionColumns = [
	...(['Id', 'TmdbId', 'Title', 'Monitored', 'QualityProfileId', 'RootFolderPath', 'MinimumAvailability', 'SearchOnAdd', 'Tags'] as const),
] as const;

export interface WantedCollection {
	metaId: number;
	title: string;
	monitored: boolean;
	searchOnAdd: boolean;
	minimumAvailability: MinimumAvailability;
	/** A root folder of theirs. */
	root: string;
	/** Their number of the quality profile. */
	profileId: number | null;
	tags: number[];
}

/** A collection of films. Those that are not monitored come with their films. */
export function readCollection(row: SourceRow): FoundRecord<WantedCollection> {
	const metaId = wholeOf(row['TmdbId']) ?? 0;
	const title = textOf(row['Title']) ?? `#${metaId}`;
	const wanted = {
		metaId,
		title,
		monitored: isOn(row['Monitored']),
		searchOnAdd: isOn(row['SearchOnAdd']),
		minimumAvailability: minimumAvailabilities[Math.max(0, (wholeOf(row['MinimumAvailability']) ?? 3) - 1)] ?? ('released' as const),
		root: (textOf(row['RootFolderPath']) ?? '').slice(0, 4096),
		profileId: wholeOf(row['QualityProfileId']),
		tags: tagsOf(row),
	};
	return {sourceId: String(row['Id']), title, wanted: metaId > 0 ? wanted : null, notes: []};
}
