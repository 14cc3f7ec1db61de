import {presentSecret} from '#api/http/input/masked-secrets.ts';
import type {Indexer} from '#shared/domain/indexers/indexer-record.ts';

export function presentIndexer(indexer: Indexer) {
	return {
		id: indexer.id,
		name: indexer.name,
		kind: indexer.kind,
		url: indexer.url,
		apiPath: indexer.apiPath,
		apiKey: presentSecret(indexer.apiKey),
		categories: indexer.categories,
		enabled: indexer.enabled,
		priority: indexer.priority,
		minimumSeeders: indexer.minimumSeeders,
		seedRatio: indexer.seedRatio,
		seedTimeMinutes: indexer.seedTimeMinutes,
		queryLimit: indexer.queryLimit,
		grabLimit: indexer.grabLimit,
		limitUnit: indexer.limitUnit,
		timeoutSeconds: indexer.timeoutSeconds,
		minimumIntervalSeconds: indexer.minimumIntervalSeconds,
		downloadClientId: indexer.downloadClientId,
		captcha: indexer.captcha,
		tags: indexer.tags,
		status: indexer.status,
		lastError: indexer.lastError,
		disabledUntil: indexer.disabledUntil?.toISOString() ?? null,
		capabilities: indexer.capabilities,
		createdAt: indexer.createdAt.toISOString(),
		updatedAt: indexer.updatedAt.toISOString(),
	};
}
