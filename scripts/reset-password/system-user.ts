import {userInfo} from 'node:os';

/** The name of who runs this. In a container the user may have a number only. */
export function systemUser(read: () => {username: string} = userInfo): string {
	try {
		return read().username;
	} catch {
		return `user ${process.getuid?.() ?? 'unknown'}`;
	}
}
