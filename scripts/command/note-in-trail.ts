import {userInfo} from 'node:os';
import type {Connection} from 'mongoose';
import {settingDefinitions} from '#shared/settings/definitions.ts';
import {type AuditStore, createAuditStore} from '#shared/store/accounts/audit.ts';
import {createSettingStore, type SettingStore} from '#shared/store/system/settings.ts';

/** What a command on the machine did, and who ran it. */
export interface Deed {
	action: string;
	subjectId?: string;
	subjectName: string | null;
	fields?: string[];
	/** Under the name of the system's user. */
	by: string;
	now: Date;
}

interface TrailStores {
	audit: AuditStore;
	settingStore: SettingStore;
}

const key = 'audit.retentionDays';

export function trailOf(connection: Connection): TrailStores {
	return {audit: createAuditStore(connection), settingStore: createSettingStore(connection)};
}

export async function noteInTrail({audit, settingStore}: TrailStores, {by, now, ...deed}: Deed): Promise<void> {
	const days = (await settingStore.all()).find(({_id}) => _id === key)?.value ?? settingDefinitions[key].default;
	const nowhere = {address: null, requestId: null};
	const actor = {kind: 'script', id: null, name: by} as const;
	await audit.add({subjectId: null, fields: [], ...deed, ...nowhere, timestamp: now, outcome: 'done', actor}, Number(days));
}

/** The name of who runs this. In a container the user may have a number only. */
export function systemUser(read: () => {username: string} = userInfo): string {
	try {
		return read().username;
	} catch {
		return `user ${process.getuid?.() ?? 'unknown'}`;
	}
}
