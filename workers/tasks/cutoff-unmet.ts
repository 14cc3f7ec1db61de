import {isCutoffUnmet} from '#shared/domain/quality/cutoff.ts';
import type {TaskBody} from '../run-execution.ts';
import {namedMovie, searchBacklog} from './search-backlog.ts';

export const searchCutoffUnmet: TaskBody = async (run, deps) => {
	const profiles = new Map((await deps.qualityProfiles.list()).map(profile => [profile.id, profile]));
	return searchBacklog(
		{
			movies: deps.movies.withFile(namedMovie(run)),
			reason: 'cutOffUnmet',
			isWanted({file, qualityProfileId}) {
				const profile = profiles.get(qualityProfileId);
				return profile !== undefined && file !== null && isCutoffUnmet(profile, file);
			},
		},
		run,
		deps,
	);
};
