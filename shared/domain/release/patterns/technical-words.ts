/** Words of a release name's technical part that tell neither source, size, codec nor language. */
export const technicalWords = new Set(
	[
		'aac aac2 ac3 ac4 eac3 dd dd2 dd5 dd51 ddp ddp2 ddp5 ddp51 ddp7 ddpa5 dts dtshd dtsma dtsx dtses truehd atmos flac flac2 opus mp3 mp2 lpcm pcm ogg vorbis aac5 dd20 eac3d ac3d dtsd dtshdd',
		'hdr hdr10 hdr10plus hdr10p dv dovi dolby vision hlg sdr 10bit 8bit 12bit 10bits 8bits hi10 hybrid hfr upscale upscaled 60fps 50fps',
		'proper repack repack2 repack3 rerip real internal int limited read nfo readnfo retail complete subbed dubbed dub dubs sub subs synced multi multisub multisubs multisubbed dual audio dl ml ws fs',
		'esub esubs msubs softsubs hardsub hardsubbed uncut uncensored extended unrated theatrical directors remastered remaster imax restored 3d hsbs sbs hou hdma ma hra hd sd uhd hq line lined md ld mic mic dubbed bluray',
		'amzn nf dsnp hmax atvp pcok pmtp hulu stan crav cr dsnyp ip it ds4k dvdrip season batch bonus extras batch raw org web bd tv',
	]
		.join(' ')
		.split(' '),
);
