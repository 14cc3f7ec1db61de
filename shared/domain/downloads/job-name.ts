import type {QueueItem} from './queue-item.ts';

/** Bytes of the title in a job's name. Usenet clients cut names at about 245, and the key must stay whole. */
const maxTitleBytes = 180;
const tag = /[ ._-]*\{kinoteka-[\da-f-]{36}\}/gi;

/** The key by which a usenet client's job is known as the item's, even if the client's answer was lost. */
export function jobKeyOf({id, sending}: Pick<QueueItem, 'id' | 'sending'>): string {
	return sending?.key ?? id;
}

/** The lease under which a download is removed from its client. */
export function removalKey(downloadClientId: string, downloadId: string): string {
	return `removal-${downloadClientId}-${downloadId.toLowerCase()}`;
}

/** How sites add the password of an archive to a title. Usenet clients take all that follows for the password. */
const passwordForms = /\s*\{\{([^{}]{1,100})\}\}|\s+password\s*=\s*(\S{1,100})/i;

/** The password of the archives that a title ends with, or null. */
export function passwordIn(title: string): string | null {
	const [, braced, plain] = passwordForms.exec(title) ?? [];
	return braced ?? plain ?? null;
}

/** The same notation as in titles, which usenet clients read at the end of a name. */
export function withPassword(name: string, password: string | null | undefined): string {
	return password ? `${name}{{${password}}}` : name;
}

/**
 * The name that a usenet client gives to its job and to the folder of the finished download. It holds no password, and
 * no slash, behind which some clients expect one.
 */
export function jobName(title: string, key: string): string {
	const plain = title.replace(passwordForms, '').replaceAll(/[/\\]/g, '+');
	const bytes = new TextEncoder().encode(plain).subarray(0, maxTitleBytes);
	// A character that the limit cuts through is left out.
	return `${new TextDecoder().decode(bytes, {stream: true})}.{kinoteka-${key}}`;
}

/** A client may change dots, spaces and brackets of the name, but not the key itself. */
export function isJobOf(key: string, name: string): boolean {
	return name.toLowerCase().includes(key.toLowerCase());
}

/** A name of a job, folder or file as people know it. Clients name obfuscated files after their job. */
export function withoutJobKey(name: string): string {
	return name.replace(tag, '');
}
