import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import {chooseClient} from '#shared/domain/downloads/choose-client.ts';
import {protocols} from '#shared/domain/release/release.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {Run} from '../../runtime/handler.ts';

/**
 * Keeps the releases that an enabled download client can take, so that the others do not count as failed tries. If no
 * client can take any of them, all stay, so that the try reports what is missing.
 */
export async function fetchable(
	judged: readonly JudgedRelease[],
	{deps, run}: {deps: WorkerDeps; run: Run},
): Promise<readonly JudgedRelease[]> {
	if (judged.length === 0) {
		return judged;
	}
	const clients = await deps.downloadClients.list();
	const taken = new Set(protocols.filter(protocol => chooseClient(clients, protocol, null) !== null));
	const able = judged.filter(({release}) => taken.has(release.protocol));
	if (able.length === 0) {
		return judged;
	}
	if (able.length < judged.length) {
		run.log.warn({releases: judged.length - able.length}, 'Releases were passed over: no enabled download client takes their protocol');
	}
	return able;
}
