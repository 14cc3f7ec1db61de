import {Unavailable} from '#shared/errors.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Asks the stored subtitle providers and records how each did. */
export function createSubtitleProviders(): Pick<WorkerDeps, 'openSubtitleProvider' | 'searchSubtitleProviders' | 'downloadSubtitle'> {
	const notBuilt = () => {
		throw new Unavailable('not_built', 'Not built yet.');
	};
	return {openSubtitleProvider: notBuilt, searchSubtitleProviders: notBuilt, downloadSubtitle: notBuilt};
}
