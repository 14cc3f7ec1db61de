import {judgementCopy} from '#shared/domain/decisions/judgement.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import type {Copy} from '#shared/domain/quality/upgrade.ts';

/** The downloads that stand against another release of their title. A failed one does not. */
export function underWay(items: readonly QueueItem[]): Copy[] {
	return items.filter(({state}) => state !== 'failedPending').map(({release}) => judgementCopy(release.title, release.judgement));
}
