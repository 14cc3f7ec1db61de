import {readFileSync, statSync} from 'node:fs';

/** Variables whose value may be in a file, named by the variable with `_FILE` at the end. */
export const secretVariables = [
	'MONGODB_URI',
	'REDIS_URL',
	'ADMIN_PASSWORD',
	'API_KEY',
	'METADATA_API_KEY',
	'SECRET_KEY',
	'METRICS_TOKEN',
] as const;

type Environment = Record<string, string | undefined>;

const maxBytes = 10_000;

/**
 * The environment with the contents of the named files. An empty file counts as none, so a container can be given an
 * empty one for a secret that nobody has set.
 */
export function readSecretFiles(env: Environment): {env: Environment; faults: string[]} {
	const whole = {...env};
	const faults: string[] = [];
	for (const name of secretVariables) {
		const file = env[`${name}_FILE`]?.trim();
		if (!file) {
			continue;
		}
		try {
			const value = readValue(file);
			if (value !== '' && env[name]?.trim()) {
				faults.push(`"${name}" and "${name}_FILE" are both set: remove one of them`);
			} else if (value !== '') {
				whole[name] = value;
			}
		} catch (error) {
			const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
			faults.push(`"${name}_FILE": ${file} cannot be used (${why}). Name a file that this user can read.`);
		}
	}
	return {env: whole, faults};
}

/**
 * Reading a pipe or a device may never end. Containers mount `/dev/null` under another name when a secret is not set.
 */
function readValue(file: string): string {
	const stat = statSync(file);
	if (stat.isCharacterDevice() && stat.rdev === statSync('/dev/null').rdev) {
		return '';
	}
	if (!stat.isFile()) {
		throw new Error('it is not a file');
	}
	if (stat.size > maxBytes) {
		throw new Error(`it has more than ${maxBytes} bytes`);
	}
	return readFileSync(file, 'utf8').trim();
}
