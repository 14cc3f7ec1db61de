import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

/** File types that systems execute when opened; no film release needs one. */
export const dangerousExtensions: ReadonlySet<string> = new Set(
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
