import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

/** Indexers also return neighbours of the wanted episode. */
export const holdsWanted: Rule = ({media}, {wantedEpisodes}) => {
	if (media.kind !== 'series' || !wantedEpisodes || media.episodes.length === 0) {
		return null;
	}
	return media.episodes.some(({id}) => wantedEpisodes.has(id)) ? null : rejected('It holds none of the episodes searched for');
};
