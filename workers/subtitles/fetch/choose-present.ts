import type {Subtitle} from '#shared/domain/media/subtitle.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {lookAtSubtitles} from '../look-at-subtitles.ts';
import type {SubtitledTitle} from '../subtitled-title.ts';
import {isStillOurs} from './same-kind.ts';

interface Choice {
	/** Our id of the provider, and the provider's of the subtitle. */
	providerId: string;
	subtitleId: string;
	/** What lies beside the file. */
	list: readonly Subtitle[];
}

/**
 * Our id of a chosen subtitle that lies beside the file already, which costs no download: somebody else has just chosen
 * it, or the worker of the same request died. Null when it does not, or was changed.
 */
export async function choosePresent(
	title: SubtitledTitle,
	{providerId, subtitleId, list}: Choice,
	{deps, signal}: {deps: WorkerDeps; signal: AbortSignal},
): Promise<string | null> {
	const present = list.find(each => each.providerId === providerId && each.providerSubtitleId === subtitleId);
	if (!present?.hash || present.path === null || !(await isStillOurs(present))) {
		return null;
	}
	if (present.isChosen !== true) {
		const {id: _id, format: _format, ...known} = present;
		await lookAtSubtitles({...title, placed: [{...known, path: present.path, isChosen: true}]}, deps, signal);
	}
	return present.id;
}
