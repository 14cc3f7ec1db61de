import Joi from 'joi';
import {timestampField} from '#api/http/fields.ts';
import type {Operations} from '#api/http/operation.ts';
import {ok, type PageQuery, pageFields, pageOf, presentPagination, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {integer, oneOf, text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import {type AuditActor, type AuditChange, type AuditEntry, actorKinds, auditOutcomes} from '#shared/store/accounts/audit.ts';

interface AuditQuery extends PageQuery {
	actor?: string;
	action?: string;
	from?: string;
	to?: string;
}
const auditQuery = Joi.object<AuditQuery, true>({
	...pageFields(),
	actor: Joi.string().max(200).description('Id or name of a user or an API key.'),
	action: Joi.string().max(200).description('Such as login or indexers.created.'),
	from: timestampField().description('First moment.'),
	to: timestampField().description('Entries before this moment; the timestamp of the last entry seen continues a list.'),
});

export function auditRoutes({audit}: RouteDeps): Route[] {
	return [
		route('GET /api/audit', {access: 'admin', query: auditQuery}, async ({query: {from: first, to, ...query}}) => {
			const {entries, total} = await audit.page({...query, ...(first && {from: new Date(first)}), ...(to && {to: new Date(to)})});
			return ok({audit: entries.map(auditEntry.present), pagination: presentPagination(query, total)});
		}),
	];
}

const changeView = viewOf<AuditChange>()(
	{
		field: text.description('Name of the field.'),
		before: textOrNull.description('Its value before; null for none.'),
		after: textOrNull.description('Its value since; null for none.'),
	},
	'AuditChange',
);

const changesOfEntry = {
	...changeView.list,
	schema: changeView.list.schema.description('What an edit of a title has changed; empty for all else.'),
};

const auditEntry = viewOf<AuditEntry>()(
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
		changes: from(changesOfEntry, ({changes = []}: AuditEntry) => changes),
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
