/** How the calls of a route appear in the audit trail. */
export interface AuditRule {
	/** `indexers.created`. */
	action: string;
	/** The name of what the call is about to delete, by the parameters of the path. */
	nameOf?(params: Record<string, string>): Promise<string | null>;
}

const changes: Readonly<Record<string, string>> = {POST: 'created', PUT: 'changed', DELETE: 'deleted'};
/** They change nothing. */
const harmless = /\/(?:test|preview|naming-preview)$/;

/**
 * Whatever an administrator changes is in the trail without further ado, under a name made of the path:
 * `POST /api/indexers` is `indexers.created`, `POST /api/queue/:id/retry` is `queue.retry`.
 */
export function usualAudit(method: string, path: string, access: string): AuditRule | null {
	const verb = changes[method];
	if (access !== 'admin' || !verb || harmless.test(path)) {
		return null;
	}
	const names = path.split('/').filter(part => part !== '' && part !== 'api' && !part.startsWith(':'));
	const isCommand = method === 'POST' && names.length > 1;
	return {action: [...names, ...(isCommand ? [] : [verb])].join('.')};
}
