import Joi from 'joi';
import {timestampField} from '#api/http/fields.ts';
import type {Operations} from '#api/http/operation.ts';
import {ok, type PageQuery, pageFields, pageOf, presentPagination, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {integer, oneOf, text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {type AuditActor, type AuditEntry, actorKinds, auditOutcomes} from '#shared/store/accounts/audit.ts';

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
		route('GET /api/audit', {access: 'admin', query: auditQuery}, async ({query: {from, to, ...query}}) => {
			const {entries, total} = await audit.page({...query, ...(from && {from: new Date(from)}), ...(to && {to: new Date(to)})});
			return ok({audit: entries.map(auditEntry.present), pagination: presentPagination(query, total)});
		}),
	];
}

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
