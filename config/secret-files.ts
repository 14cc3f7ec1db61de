import {readFileSync} from 'node:fs';

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

const mostCharacters = 10_000;

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
			faults.push(`"${name}_FILE" cannot be used: ${(error as Error).message}`);
		}
	}
	return {env: whole, faults};
}

function readValue(file: string): string {
	const value = readFileSync(file, 'utf8').trim();
	if (value.length > mostCharacters) {
		throw new Error(`${file} has more than ${mostCharacters} characters`);
	}
	return value;
}
