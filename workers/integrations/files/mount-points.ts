import {readFile} from 'node:fs/promises';

/** Real paths of what is mounted for this process. Only Linux tells; elsewhere there are none. */
export async function mountPoints(): Promise<string[]> {
	const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
	return mounts.split('\n').flatMap(line => unescaped(line.split(' ')[4] ?? '') || []);
}

const unescaped = (path: string) => path.replaceAll(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
