import type {Operations} from '#api/http/operation.ts';
import {pageOf} from '#api/http/pages.ts';
import {integer, oneOf, text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {type AuditActor, type AuditEntry, actorKinds, auditOutcomes} from '#shared/store/accounts/audit.ts';

export const auditEntry = viewOf<AuditEntry>()(
	{
		id: text,
		timestamp,
		action: text,
		outcome: oneOf(auditOutcomes),
		actor: viewOf<AuditActor>()({kind: oneOf(actorKinds), id: textOrNull, name: textOrNull}),
		address: textOrNull,
		subjectId: textOrNull,
		subjectName: textOrNull,
		fields: texts,
		count: integer,
		requestId: textOrNull,
	},
	'AuditEntry',
);

export const auditOperations: Operations = {
	'GET /api/audit': {
		id: 'listAudit',
		summary: 'List what people and programs did, newest first',
		replies: {200: pageOf('audit', auditEntry)},
	},
};
