import {bytesPerMegabyte, inMegabytes, limitFor, sizesFor} from '../../quality/size-limits.ts';
import {type Candidate, runtimeOf} from '../candidate.ts';
import {type Rule, rejected, rejectedForNow} from '../rule.ts';

/** Specials vary in length, and their running time is rarely known. */
function isSpecial({media, parsed}: Candidate): boolean {
	return media.kind === 'series' && (parsed?.special === true || media.episodes.every(({seasonNumber}) => seasonNumber === 0));
}

/** An unknown size is no reason to refuse. */
export const sizeInRange: Rule = (candidate, {settings}) => {
	const {release, quality, media} = candidate;
	const {size} = release;
	const limit = limitFor(settings.sizeLimits, quality.name, media.kind);
	const minutes = runtimeOf(media);
	if (!limit || minutes === null || size <= 0 || isSpecial(candidate)) {
		return null;
	}
	const {minimum, maximum} = sizesFor(limit, minutes);
	if (size < minimum) {
		return rejected(`${inMegabytes(size)} is below the ${inMegabytes(minimum)} that ${minutes} minutes of ${quality.name} need`);
	}
	return maximum !== null && size > maximum
		? rejected(`${inMegabytes(size)} is above the ${inMegabytes(maximum)} allowed for ${minutes} minutes of ${quality.name}`)
		: null;
};

/** Limits the whole release: a pack is not measured by its episodes. */
export const belowMaximumSize: Rule = ({release: {size}}, {settings: {maximumSizeMb}}) =>
	maximumSizeMb > 0 && size > maximumSizeMb * bytesPerMegabyte
		? rejected(`${inMegabytes(size)} is above the maximum of ${maximumSizeMb} MB that filters.maximumSizeMb allows`)
		: null;

/**
 * A download that cannot be imported only fills another disk. The rejection is temporary, because
 * somebody may free space.
 */
export const enoughSpace: Rule = ({release: {size}}, {freeBytes}) =>
	freeBytes !== null && size > freeBytes
		? rejectedForNow(
				`${inMegabytes(size)} do not fit into the ${inMegabytes(Math.max(freeBytes, 0))} that the disk of the library has to spare`,
			)
		: null;

/** A film may be called "Sample", but no film is this small. */
const largestSampleBytes = 70 * bytesPerMegabyte;
const sampleWord = /\bsample\b/i;
const sampleInside = / sample /;
/** Before its end, the name of an episode may contain the word. */
const sampleAtEnd = / sample (?:(?:mkv|mp4|avi|m2ts|ts|wmv) )?$/;
const withSample = / (?:with|w|incl|including|inkl|plus|and|no|[+&])(?: [^ ]+)? sample | sample (?:included|inside|inklusive) /;

/** Beside the title, the word says what it is, however large it is. */
function isCalledSample({media, beside}: Candidate): boolean {
	const {before = '', behindKnown = ''} = beside ?? {};
	const inName = media.kind === 'movie' ? sampleInside : sampleAtEnd;
	return sampleInside.test(before) || (inName.test(behindKnown) && !withSample.test(behindKnown));
}

export const notSample: Rule = candidate => {
	const {title, size} = candidate.release;
	const isSmall = size > 0 && size < largestSampleBytes && sampleWord.test(title.replaceAll('_', ' '));
	return isSmall || isCalledSample(candidate) ? rejected(size > 0 ? `A sample of ${inMegabytes(size)}` : 'A sample') : null;
};

/** File types that systems execute when opened; no film release needs one. */
const dangerousExtensions: ReadonlySet<string> = new Set(
	'appx apk bat bin cab cmd com cpl desktop dll dmg exe gadget hta inf ins jar js jse lnk lzh mam msc msi msix msp mst pif ps1 psd1 psm1 reg rgs run scf scr sct sh shb shs url vb vbe vbs vbscript wsf wsh zipx'.split(
		' ',
	),
);

export function isDangerousFile(name: string): boolean {
	const dot = name.lastIndexOf('.');
	return (
		dot >= 0 &&
		dangerousExtensions.has(
			name
				.slice(dot + 1)
				.trim()
				.toLowerCase(),
		)
	);
}

/** Titles may also end in a site's address, so `.com` is left out. */
const programTitle = /\.(?:exe|scr|lnk|bat|msi)$/i;

export const noDangerousFile: Rule = ({release: {title, files}}) => {
	const found = programTitle.test(title) ? title : files?.find(isDangerousFile);
	return found === undefined ? null : rejected(`Holds a program: ${found}`);
};
