import {isForLibrary} from '../../../media/library-tags.ts';
import {rejected} from '../../rejections.ts';
import type {Rule} from '../../rule.ts';

/** A title that nobody knows is in no library, and is refused for that. */
export const indexerOfLibrary: Rule = ({media, release: {indexer, indexerId}}, {library = null, settings: {indexerTags = {}}}) => {
	const tags = indexerTags[indexerId] ?? [];
	const isKnown = (media.kind === 'movie' ? media.movie : media.series) !== null;
	return !isKnown || isForLibrary(tags, library) ? null : rejected(`Indexer ${indexer} is for libraries ${tags.join(', ')} only`);
};
