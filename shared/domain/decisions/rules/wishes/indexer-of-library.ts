import {isForLibrary} from '../../../media/library-tags.ts';
import {rejected} from '../../rejections.ts';
import type {Rule} from '../../rule.ts';

/** An unknown title is in no library; another rule refuses it. */
export const indexerOfLibrary: Rule = ({media, release: {indexer, indexerId}}, {library = null, settings: {indexerTags = {}}}) => {
	const tags = indexerTags[indexerId] ?? [];
	const isKnown = (media.kind === 'movie' ? media.movie : media.series) !== null;
	return !isKnown || isForLibrary(tags, library) ? null : rejected(`Indexer ${indexer} is for libraries ${tags.join(', ')} only`);
};
