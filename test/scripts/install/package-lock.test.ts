import {readFileSync} from 'node:fs';
import test from 'ava';

interface Entry {
	integrity?: string;
	link?: boolean;
	inBundle?: boolean;
}

test('npm checks the digest of everything that it fetches', t => {
	const {packages} = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as {packages: Record<string, Entry>};
	const fetched = Object.entries(packages).filter(([path, {link, inBundle}]) => path !== '' && !link && !inBundle);
	t.true(fetched.length > 200);
	t.deepEqual(
		fetched.filter(([, {integrity}]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
		[],
	);
});
