import {presentSecret} from '#api/http/input/masked-secrets.ts';
import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';

export function presentDownloadClient(client: DownloadClientRecord) {
	return {
		id: client.id,
		name: client.name,
		kind: client.kind,
		url: client.url,
		username: client.username,
		password: presentSecret(client.password),
		apiKey: presentSecret(client.apiKey),
		category: client.category,
		directory: client.directory,
		enabled: client.enabled,
		priority: client.priority,
		addPaused: client.addPaused,
		removeCompleted: client.removeCompleted,
		removeFailed: client.removeFailed,
		settings: client.settings,
		status: client.status,
		lastError: client.lastError,
		version: client.version,
		createdAt: client.createdAt.toISOString(),
		updatedAt: client.updatedAt.toISOString(),
	};
}
