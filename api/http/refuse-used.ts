import {Conflict} from '#shared/errors.ts';

/** Names at most. */
const mostNames = 5;

/** Throws Conflict `in_use` naming those who need the record; `advice` says what to do first. */
export function refuseUsed(name: string, users: readonly string[], advice: string): void {
	if (users.length === 0) {
		return;
	}
	const more = users.length > mostNames ? ` and ${users.length - mostNames} more` : '';
	throw new Conflict('in_use', `${name} is in use by ${users.slice(0, mostNames).join(', ')}${more}. ${advice}`);
}
