import {existsSync, readFileSync, statfsSync} from 'node:fs';
import {totalmem} from 'node:os';
import {delimiter, dirname, join} from 'node:path';
import {seriesOf} from '#scripts/embedded/data-files.ts';
import {mustBeFetched} from '#scripts/embedded/find-program.ts';
import {cacheFolder} from '#scripts/embedded/program-cache.ts';
import {wantedMongodb} from '#scripts/embedded/programs.ts';
import {dataLevelOf} from '#shared/domain/folders/disk-space.ts';

/** What a start looks at before it fetches anything. */
export interface Machine {
	platform: NodeJS.Platform;
	arch: string;
	/** Names of what the processor can do, as Linux lists them; null if it does not say. */
	features: ReadonlySet<string> | null;
	/** The C library is glibc. Other systems than Linux have their own. */
	hasGlibc: boolean;
	memoryBytes: number;
	/** Of the disk with the cache of fetched programs, and with the data. */
	free: {cacheBytes: number; dataBytes: number};
	/** Whether a program is on PATH, and a library where the system looks for it. */
	hasTar: boolean;
	hasCurlLibrary: boolean;
}

/** Which servers the start brings itself. */
export interface OwnServers {
	mongodb: boolean;
	/** Its program is neither named, nor installed, nor in the cache. */
	fetchesMongodb: boolean;
}

export interface Missing {
	problems: string[];
	warnings: string[];
}

const gibibyte = 1024 ** 3;
/** The archive, what is unpacked from it, and some room: MongoDB 8.0 has 90 MB and 250 MB. */
const roomToFetch = 0.6 * gibibyte;
/** MongoDB, Valkey, the API and one worker take 600 MiB before they do anything. */
const enoughMemory = gibibyte;

const elsewhere =
	'Run a MongoDB 8.0 on another machine and name it in MONGODB_URI. MongoDB 4.4, which would run here, is too old for Kinoteka.';

/** What this machine lacks, one line each with what helps. */
export function findMissing(machine: Machine, own: OwnServers): Missing {
	const problems = own.mongodb ? mongodbProblems(machine, own) : [];
	const {memoryBytes, free} = machine;
	const warnings = [
		...(memoryBytes < enoughMemory
			? [`This machine has ${inGibibytes(memoryBytes)} GiB of memory, and 1 GiB is the least. Set PROCESSES=few.`]
			: []),
		...(own.mongodb && dataLevelOf(free.dataBytes) !== 'ok'
			? [`DATA_DIR: its disk has ${inGibibytes(free.dataBytes)} GiB left. MongoDB alone soon takes 1 GiB.`]
			: []),
	];
	return {problems, warnings};
}

const inGibibytes = (bytes: number) => (bytes / gibibyte).toFixed(1);

function mongodbProblems(machine: Machine, {fetchesMongodb}: OwnServers): string[] {
	const {platform, arch, features, hasGlibc, free, hasTar, hasCurlLibrary} = machine;
	if (platform !== 'linux' && platform !== 'darwin') {
		return [`Kinoteka runs on Linux and macOS, not on ${platform}. Use Docker, or on Windows its subsystem for Linux.`];
	}
	if (!['x64', 'arm64'].includes(arch)) {
		return [`MongoDB is not made for processors of the kind ${arch}. ${elsewhere}`];
	}
	if (arch === 'x64' && features && !features.has('avx')) {
		return [`This processor has no AVX, without which MongoDB 5.0 and newer do not run. ${elsewhere}`];
	}
	// Linux names no versions of ARM. These came with 8.1, and no processor was made for that one.
	if (arch === 'arm64' && features && !features.has('atomics')) {
		return [`This processor is older than ARMv8.2, without which MongoDB 5.0 and newer do not run, as on a Raspberry Pi 4. ${elsewhere}`];
	}
	if (!fetchesMongodb) {
		return [];
	}
	if (platform === 'linux' && !hasGlibc) {
		return [
			'MongoDB is not made for this system, whose C library is not glibc (Alpine has musl). Use Docker, or name a MongoDB on another machine in MONGODB_URI.',
		];
	}
	return [
		...(hasTar ? [] : ['tar is not installed, which unpacks MongoDB. Install it, or name a program in MONGOD_BINARY.']),
		...(platform === 'darwin' || hasCurlLibrary
			? []
			: ['libcurl 4 is not installed, which MongoDB needs. Debian and Ubuntu: apt-get install libcurl4; Fedora: dnf install libcurl.']),
		...(free.cacheBytes >= roomToFetch
			? []
			: [
					`The disk for fetched programs has ${inGibibytes(free.cacheBytes)} GiB left, and MongoDB needs 0.6 GiB. Make room, or name a folder on another disk in KINOTEKA_CACHE.`,
				]),
	];
}

/** What a start with servers of its own lacks on this machine. */
export function missingHere({dataDir, mongodBinary, env}: {dataDir: string; mongodBinary: string | null; env: NodeJS.ProcessEnv}): Missing {
	const cache = cacheFolder(env);
	const wanted = wantedMongodb(mongodBinary, seriesOf(join(dataDir, 'mongodb')));
	return findMissing(thisMachine({dataDir, cache, env}), {
		mongodb: mongodBinary === null,
		fetchesMongodb: mustBeFetched(wanted, {cache, env}),
	});
}

function thisMachine({dataDir, cache, env}: {dataDir: string; cache: string; env: NodeJS.ProcessEnv}): Machine {
	const {header} = process.report.getReport() as unknown as {header: {glibcVersionRuntime?: string}};
	return {
		platform: process.platform,
		arch: process.arch,
		features: readFeatures(),
		hasGlibc: header.glibcVersionRuntime !== undefined,
		memoryBytes: Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()),
		free: {cacheBytes: freeBytes(cache), dataBytes: freeBytes(dataDir)},
		hasTar: (env['PATH'] ?? '').split(delimiter).some(folder => existsSync(join(folder, 'tar'))),
		hasCurlLibrary: libraryFolders.some(folder => existsSync(join(folder, 'libcurl.so.4'))),
	};
}

/** Where Debian, Fedora, SUSE and Arch keep libraries. */
const libraryFolders = [
	...['/usr/lib64', '/usr/lib', '/lib64', '/lib', '/usr/local/lib'],
	...['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/lib/x86_64-linux-gnu', '/lib/aarch64-linux-gnu'],
];

function readFeatures(): ReadonlySet<string> | null {
	try {
		const line = /^(?:flags|Features)\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1];
		return line === undefined ? null : new Set(line.trim().split(/\s+/));
	} catch {
		return null; // macOS, whose processors all have what is needed
	}
}

/** Of the disk that a folder is on, or will be. */
function freeBytes(folder: string): number {
	const {bavail, bsize} = statfsSync(existingFolder(folder));
	return bavail * bsize;
}

/** The folder, or the nearest one above it that is there. */
export function existingFolder(folder: string): string {
	let existing = folder;
	while (!existsSync(existing)) {
		existing = dirname(existing);
	}
	return existing;
}
