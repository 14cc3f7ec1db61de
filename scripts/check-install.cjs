// Runs before a program of ours, on any Node and without packages, so it is plain JavaScript. Node itself would only
// say which file it does not know, or which package is missing.
const {readFileSync} = require('node:fs');
const {join} = require('node:path');

const root = join(__dirname, '..');
const readJson = path => JSON.parse(readFileSync(join(root, path), 'utf8'));
const oldestNode = 24;

/** The first package that is not there in the version of the lock file, or null. */
function findMissing() {
	const {packages} = readJson('package-lock.json');
	const names = Object.keys(packages[''].dependencies);
	return names.find(name => installedVersion(name) !== packages[`node_modules/${name}`].version) || null;
}

function installedVersion(name) {
	try {
		return readJson(`node_modules/${name}/package.json`).version;
	} catch (_error) {
		return null;
	}
}

const missing = findMissing();
if (missing) {
	console.error(`The packages of this version are not installed (${missing} is the first). Run this, and try again: npm ci`);
	process.exit(2);
}
if (Number(process.versions.node.split('.')[0]) < oldestNode) {
	console.error(
		`Kinoteka runs on Node ${oldestNode} or newer, and this is Node ${process.versions.node}. On Linux with glibc "npm ci" installs it ` +
			'(without --omit=optional); elsewhere install it from https://nodejs.org.',
	);
	process.exit(2);
}
