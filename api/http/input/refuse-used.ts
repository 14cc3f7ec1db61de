import {Conflict} from '#shared/errors.ts';
import type {Uses} from '#shared/store/mongo/uses.ts';

/** Maximum number of names in the message. */
const mostNames = 5;

/** Throws Conflict `in_use`, naming up to five users of the record; `advice` says what to do first. */
export function refuseUsed(record: string, users: readonly (string | Uses)[], advice: string): void {
	const names = users.flatMap(user => (typeof user === 'string' ? [user] : user.titles)).slice(0, mostNames);
	const total = users.reduce((sum, user) => sum + (typeof user === 'string' ? 1 : user.total), 0);
	if (total === 0) {
		return;
	}
	const more = total > names.length ? ` and ${total - names.length} more` : '';
	throw new Conflict('in_use', `${record} is in use by ${names.join(', ')}${more}. ${advice}`);
}
