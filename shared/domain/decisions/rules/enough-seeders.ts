import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

/** A tracker that does not report seeders is assumed to have enough. */
export const enoughSeeders: Rule = ({release: {protocol, seeders, indexerId}}, {settings}) => {
	const minimum = settings.minimumSeedersOf[indexerId] ?? settings.minimumSeeders;
	if (protocol !== 'torrent' || seeders === null || seeders >= minimum) {
		return null;
	}

	return rejected(`${seeders} seeders, at least ${minimum} are required`);
};
