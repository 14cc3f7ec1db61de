const sound =
	'aac aac2 aac5 ac3 ac3d ac4 eac3 eac3d dd dd2 dd5 dd20 dd51 ddp ddp2 ddp5 ddp51 ddp7 ddpa5 dts dtshd dtsma dtsx dtses dtsd truehd atmos flac flac2 opus mp3 mp2 lpcm pcm ogg vorbis ma hra';
const picture =
	'hdr hdr10 hdr10plus hdr10p dv dovi dolby vision hlg sdr 10bit 8bit 12bit 10bits 8bits hi10 hybrid hfr upscale upscaled sd hd uhd hq ws fs 3d hsbs sbs hou imax ds4k microhd mhd';
const speech =
	'vostfr vosta subfrench avo dvo mvo pvo lvo subbed dubbed dub dubs sub subs synced multi multisub multisubs multisubbed dual audio dl ml esub esubs msubs softsub softsubs hardsub hardsubbed vo vost org line lined md ld mic';
const release =
	'proper repack repack2 repack3 rerip real internal int limited read nfo readnfo retail complete uncut uncensored extended unrated theatrical directors remastered remaster restored';
const rest = 'amzn nf dsnp dsnyp hmax atvp pcok pmtp hulu stan crav cr ip it season batch bonus extras raw web bd tv v2 v3 v4 pack';

/** Technical words of release names that are not a source, resolution, codec or language. */
export const technicalWords = new Set([sound, picture, speech, release, rest].join(' ').split(' '));
