#include "mail_tests.h"

#include "mail/mail.h"

#define GMAIL                                                                  \
	"On Sat, Nov 21, 2026 at 9:30 AM Judge\n"                              \
	"<judge+friday-abcd2345.red.12.abcdefghij234567@example.org>\n"        \
	"wrote:\n"

#define ADDRESS "judge+friday-abcd2345.red.12.abcdefghij234567@example.org"
#define NOTICE                                                                 \
	"This message is confidential, for its intended recipient alone: do "  \
	"not show it to blue, who would be very angry if he knew all that."
#define UU "M5&AE('%U:6-K(&)R;W=N(&9O>\"!J=6UP<R!O=F5R('1H92!L87IY(&1O9RP@\n"
#define BASE64                                                                 \
	"SGVsbG8gd29ybGQsIHRoaXMgaXMgYSBsb25nIGxpbmUgb2YgYmFzZTY0IGluIGEg\n"
#define NO_END "\xef\xbf\xbd begin: a file without its end\n"

/* {in, out, lines cut as quotes, lines cut as a signature} */
static const struct {
	const char *in, *out;
	unsigned quoted, signature;
} cases[] = {
	{ "", "", 0, 0 },
	{ "\n \n\t\n", "", 0, 0 },
	{ "move n", "move n\n", 0, 0 },
	{ "\xef\xbb\xbfmove n\r\nend\r\n", "move n\nend\n", 0, 0 },
	{ "move n  \n\n\nend\t\xc2\xa0\n\n", "move n\n\n\nend\n", 0, 0 },
	{ "a\rb\r\nc", "a\nb\nc\n", 0, 0 },
	{ "  indented\n", "  indented\n", 0, 0 },
	/* smart quotes and dashes are the order parser's */
	{ "say \xe2\x80\x9chi\xe2\x80\x9d \xe2\x80\x94\n",
		"say \xe2\x80\x9chi\xe2\x80\x9d \xe2\x80\x94\n", 0, 0 },
	/* files in the text */
	{ "move n\nbegin 644 x.jpg\n" UU UU "#86)C\n`\nend\nend\n",
		"move n\n\n\n\n\n\n\nend\n", 0, 6 },
	{ "end\n\nbegin 0666 a file.txt\n" UU "\nend\n", "end\n", 0, 3 },
	{ "move n\nbegin 644 x\n`\nend\n", "move n\n", 0, 3 },
	{ "begin 644 x\n#86)C\r\nend\r\npass\n", "pass\n", 0, 3 },
	/* without their end */
	{ "move n\nbegin 644 x.jpg\n" UU UU "\npunch blue\nend\n",
		"move n\n" NO_END "\n\n\npunch blue\nend\n", 0, 3 },
	{ "begin 644 x.jpg\n" UU "damaged\n" UU "`\nend\n",
		NO_END "\ndamaged\n" UU "`\nend\n", 0, 2 },
	{ "begin 644 x.jpg\n" UU "MOVE N\nend\n", NO_END "\nMOVE N\nend\n", 0,
		2 },
	{ "begin 644 x.jpg\n" UU, NO_END, 0, 2 },
	/* words */
	{ "begin 644 games\nmove n\nend\n", "begin 644 games\nmove n\nend\n", 0,
		0 },
	{ "begin 648 x\n" UU "end\n", "begin 648 x\n" UU "end\n", 0, 0 },
	{ "begin 64 x\n" UU "end\n", "begin 64 x\n" UU "end\n", 0, 0 },
	{ "begin here\nend\n", "begin here\nend\n", 0, 0 },
	{ "begin-base64 644 x\nYWJj\n====\nend\n", "end\n", 0, 3 },
	{ "=ybegin line=128 size=3 name=x\nend\n=yend size=3\npass\n", "pass\n",
		0, 3 },
	{ "=ybegin line=128 size=3 name=x\nend\n", NO_END "end\n", 0, 1 },
	{ "(This file must be converted with BinHex "
	  "4.0)\n\n:$f*TEQKPH#jdC\nend:\nend\n",
		"end\n", 0, 3 },
	{ "(This file must be converted with BinHex 4.0)\n:abc:\nend\n",
		"end\n", 0, 2 },
	{ "(This file must be converted with BinHex 4.0)\n:abc\nend\n",
		NO_END "\nend\n", 0, 2 },
	{ "move n\n" BASE64 BASE64 "YQ==\nend\n", "move n\n\n\n\nend\n", 0, 3 },
	{ BASE64 BASE64 "pass\n", "pass\n", 0, 2 },
	{ BASE64 "pass\n", BASE64 "pass\n", 0, 0 },
	/* PGP and its likes */
	{ "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nmove n\n- - "
	  "end\n- -----\nend\n"
	  "-----BEGIN PGP SIGNATURE-----\nVersion: "
	  "2\n\nend\npass\n=abcd\n-----END PGP SIGNATURE-----\n",
		"move n\n- end\n-----\nend\n", 0, 8 },
	{ "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nend\n",
		"\xef\xbf\xbd begin: a signed text without its end\n\n\nend\n",
		0, 2 },
	{ "-----BEGIN PGP SIGNED MESSAGE-----\n\nend\n-----BEGIN PGP "
	  "SIGNATURE-----\n\n" BASE64 "YQ==\npass\n",
		"end\n" NO_END "\n\n\npass\n", 0, 4 },
	{ "-----BEGIN PGP MESSAGE-----\nVersion: 2\n\nend\n-----END PGP "
	  "MESSAGE-----\nend\n",
		"(an encrypted text)\n\n\n\n\nend\n", 0, 4 },
	{ "-----BEGIN PGP MESSAGE-----\n\n" BASE64 "=abc\npass\nend\n",
		NO_END "\n\n\npass\nend\n", 0, 3 },
	{ "end\n-----BEGIN PGP PUBLIC KEY BLOCK-----\npass\n-----END PGP "
	  "PUBLIC KEY BLOCK-----\n",
		"end\n", 0, 3 },
	{ "-----BEGIN CERTIFICATE-----\npass\n-----END CERTIFICATE-----\nend\n",
		"end\n", 0, 3 },
	{ "-----BEGIN X-----\nend\n-----END Y-----\n",
		NO_END "end\n-----END Y-----\n", 0, 1 },
	{ "-----begin at the top\nend\n", "-----begin at the top\nend\n", 0,
		0 },
	/* what stands for a picture */
	{ "move n\n[image: map.png]\n "
	  "[cid:1@x]\n<IMG_1.JPEG>\n[map.png]\nend\n",
		"move n\nend\n", 0, 4 },
	{ "[end]\n<end>\nmap.png\n[]\n", "[end]\n<end>\nmap.png\n[]\n", 0, 0 },
	/* quotes */
	{ "move n\n> a\n>> b\n>\nend\n", "move n\nend\n", 3, 0 },
	{ " > a\n\t>b\nmove n\n", "move n\n", 2, 0 },
	{ "> a\n\nmove n\n\n> b\n\nend\n", "move n\n\n\nend\n", 2, 0 },
	{ "move > n\n", "move > n\n", 0, 0 },
	/* signatures */
	{ "move n\n-- \nAnn\n\nend\n", "move n\n", 0, 3 },
	{ "move n\n--\nAnn\n", "move n\n", 0, 2 },
	{ "move n\n--\xc2\xa0\nAnn\n", "move n\n", 0, 2 },
	{ "move n\n---\nend\n", "move n\n---\nend\n", 0, 0 },
	{ "move n\n-- x\nend\n", "move n\n-- x\nend\n", 0, 0 },
	{ "move n\n-- \nAnn\n\n" GMAIL "\n> a\n> b\n", "move n\n", 5, 2 },
	{ "> -- \nmove n\n", "move n\n", 1, 0 },
	/* attributions */
	{ "move n\n\n" GMAIL "\n> a\n", "move n\n", 4, 0 },
	{ "On 11/21/26 09:30, Judge wrote:\n> a\nmove n\n", "move n\n", 2, 0 },
	{ "On 11/21/26 09:30, Judge wrote:\n\n> a\n\nmove n\nend\n",
		"move n\nend\n", 2, 0 },
	{ "On Sat, Nov 21, 2026 at 09:30:00AM +0000, Judge wrote:\n> a\n"
	  "move n\n",
		"move n\n", 2, 0 },
	{ "Judge <judge@example.org> wrote:\n> a\nmove n\n", "move n\n", 2, 0 },
	{ "Judge writes:\n\n> a\nmove n\n", "move n\n", 2, 0 },
	{ "2026-11-21 9:30 GMT+01:00 Judge <judge@example.org>:\n> a\nend\n",
		"end\n", 2, 0 },
	{ "On Sat, 21 Nov 2026 at 09:30, The Honourable Judge of All Wizards\n"
	  "<judge@example.org> wrote:\n> a\nend\n",
		"end\n", 3, 0 },
	/* no attributions: what the player wrote stays */
	{ "on second thought 2\nmove n\nBlue wrote:\n> hi\nend\n",
		"on second thought 2\nmove n\nend\n", 2, 0 },
	{ "Blue wrote:\nmove n\n", "Blue wrote:\nmove n\n", 0, 0 },
	{ "On Monday, Blue wrote:\nmove n\n",
		"On Monday, Blue wrote:\nmove n\n", 0, 0 },
	{ "On 3 walls\nmove n\n", "On 3 walls\nmove n\n", 0, 0 },
	/* an original without quote marks */
	{ "move n\n\nOn 11/21/26 09:30, Judge wrote:\n\nYour move.\nend\n",
		"move n\n", 3, 0 },
	{ "move n\n\nOn 11/21/26 09:30, Judge wrote:", "move n\n", 1, 0 },
	{ "move n\n-----Original Message-----\nFrom: Judge\n> x\nend\n",
		"move n\n", 4, 0 },
	{ "move n\n ---- original message ----\nend\n",
		"move n\n ---- original message ----\nend\n", 0, 0 },
	{ "move n\n---------- Forwarded message ---------\nend\n", "move n\n",
		2, 0 },
	{ "move n\n\nBegin forwarded message:\n\nend\n", "move n\n", 2, 0 },
	{ "move n\n________________________________\nFrom: J\nSent: x\n"
	  "To: A\nSubject: S\n\nend\n",
		"move n\n", 6, 0 },
	{ "move n\n\nFrom: J\nSent: x\nTo: A\nCc: B\nSubject: S\nend\n",
		"move n\n", 6, 0 },
	{ "move n\n\n*From:* J\n*Date:* x\n*To:* A\n*Subject:* S\nend\n",
		"move n\n", 5, 0 },
	/* three of the four are a player's own words */
	{ "From: here\nTo: there\nSubject: none\nend\n",
		"From: here\nTo: there\nSubject: none\nend\n", 0, 0 },
	{ "_____\nend\n", "_____\nend\n", 0, 0 },
	/* other languages */
	{ "end\n\nAm 21.11.26 um 10:00 schrieb Judge:\n> a\n", "end\n", 2, 0 },
	{ "end\n\nAm 21.11.26 um 10:00 schrieb Judge:\nx\n", "end\n", 2, 0 },
	{ "end\n\nLe 21/11/2026 10:00, J a \xc3\xa9"
	  "crit\xc2\xa0:\n> a\n",
		"end\n", 2, 0 },
	{ "end\n\nsob., 21 lis 2026 o 10:00 J <j@x.pl> napisa\xc5\x82(a):\nx\n",
		"end\n", 2, 0 },
	{ "Den 21 nov. 2026 kl 10:00 skrev J <a.long.address.of.a.judge@b.c>\n"
	  "med flera:\n> a\nend\n",
		"end\n", 3, 0 },
	{ "21.11.2026 10:00, J <j@x.lv> rakst\xc4\xabja:\n> a\nend\n", "end\n",
		2, 0 },
	{ "a line of mine that is long enough to be wrapped behind this word\n"
	  "On 21 Nov 2026 at 10:00, Judge wrote:\n> a\n",
		"a line of mine that is long enough to be wrapped behind this "
		"word\n",
		2, 0 },
	{ "press to blue: Red wrote this:\nend\n",
		"press to blue: Red wrote this:\nend\n", 0, 0 },
	{ "end\n-----Urspr\xc3\xbcngliche Nachricht-----\nend\n", "end\n", 2,
		0 },
	{ "end\n\nVon: J\nGesendet: x\nAn: A\nBetreff: S\n\nend\n", "end\n", 5,
		0 },
	{ "end\n\nGesendet: x\nVon: J\nAn: A\nBetreff: S\n\nend\n", "end\n", 5,
		0 },
	{ "end\n\nDe : J\nEnvoy\xc3\xa9\xc2\xa0: x\n\xc3\x80 : A\nObjet : S\n"
	  "end\n",
		"end\n", 5, 0 },
	/* the four of one language, not of two */
	{ "Von: J\nSent: x\nAn: A\nSubject: S\nend\n",
		"Von: J\nSent: x\nAn: A\nSubject: S\nend\n", 0, 0 },
	/* our own mails without any mark */
	{ "end\n\n:: game tower-k3j7x2q5  turn 7\nx\nend\n", "end\n", 3, 0 },
	{ "end\n\t:: game tower-k3j7x2q5\n\tend\n", "end\n", 2, 0 },
	{ "end\n::\xc2\xa0game\xc2\xa0tower-k3j7x2q5\nend\n", "end\n", 2, 0 },
	{ "end\n::gameless\n::  game\n", "end\n::gameless\n::  game\n", 0, 0 },
	{ "end\n::game\n: : game\nx :: game x\nend\n",
		"end\n::game\n: : game\nx :: game x\nend\n", 0, 0 },
	/* a quoted line that was broken behind its mark */
	{ "> a\n>   | so many words of another player that the line breaks, "
	  "so\n"
	  "end\n> b\npass\n",
		"pass\n", 4, 0 },
	{ "> a\n>   | so many words of another player that the line breaks, "
	  "so\n"
	  "end\n\npass\n",
		"end\n\npass\n", 2, 0 },
	{ ">   | few words of another player\nend\n> b\n", "end\n", 2, 0 },
	{ "> words that are not another player's but ours, and are as many\n"
	  "end\n> b\n",
		"end\n", 2, 0 },
	/* a rest of more words, of several lines, and last of the quote */
	{ ">   | xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
	  "end;end;end;end;end\n>   | and so on\npass\n",
		"pass\n", 3, 0 },
	{ ">   |\nend;endendendendendendendendendendendendendendendendendend"
	  "end\n\n> b\npass\n",
		"pass\n", 3, 0 },
	{ ">   | so many words of another player that the line breaks, so "
	  "so\n"
	  "end;end and so many words of another player that it breaks, so\n"
	  "move n;end\n\n> b\npass\n",
		"pass\n", 4, 0 },
	{ ">   | so many words of another player that the line breaks, so so "
	  "so so\nend\n\npass\n",
		"pass\n", 2, 0 },
	/* as wide as we show them, twice quoted, and in other letters */
	{ "> >   | xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxx\n"
	  "end\n\npass\n",
		"end\n\npass\n", 1, 0 },
	{ ">   | \xd0\xb4\xd0\xb0\xd0\xb4\xd0\xb0\xd0\xb4\xd0\xb0\xd0\xb4"
	  "\xd0\xb0\xd0\xb4\xd0\xb0\xd0\xb4\xd0\xb0\xd0\xb4\xd0\xb0\xd0\xb4"
	  "\xd0\xb0\xd0\xb4\xd0\xb0\xd0\xb4\xd0\xb0\xd0\xb4\xd0\xb0\xd0\xb4"
	  "\xd0\xb0\xd0\xb4\xd0\xb0\xd0\xb4\xd0\xb0\nend\n> b\n",
		"end\n", 2, 0 },
	/* headers in languages that nobody told us of */
	{ "press to red: deal?\n\nOd: Ann <ann@a.example>\n"
	  "Odesl\xc3\xa1no: ned\xc4\x9b"
	  "le 22. listopadu 2026 16:04\nKomu: Judge <" ADDRESS ">\n"
	  "P\xc5\x99"
	  "edm\xc4\x9bt: Re: x\n\nmove n\nend\n",
		"press to red: deal?\n", 6, 0 },
	{ "end\n\nL\xc3\xa4hett\xc3\xa4j\xc3\xa4: Judge\n"
	  "L\xc3\xa4hetetty: sunnuntai 22. marraskuuta 2026 16.04\n"
	  "Vastaanottaja: Ann\nAihe: x\n\nend\n",
		"end\n", 5, 0 },
	{ "end\n\n------------------ \xe5\x8e\x9f\xe5\xa7\x8b "
	  "------------------\n"
	  "\xe5\x8f\x91\xe4\xbb\xb6\xe4\xba\xba:\"J\"<judge@x.cn>;\n"
	  "\xe6\x97\xb6\xe9\x97\xb4\xef\xbc\x9a"
	  "2026\xe5\xb9\xb4"
	  "11\xe6\x9c\x88 16:04\n"
	  "\xe6\x94\xb6\xe4\xbb\xb6\xe4\xba\xba:a\nend\n",
		"end\n", 5, 0 },
	{ "press to red: look\n\n-------- P\xc5\x99"
	  "eposlan\xc3\xa1 --------\nP\xc5\x99"
	  "edm\xc4\x9bt: \tx\n"
	  "Datum: \tSun, 22 Nov 2026\nOd: \tJudge <judge@x.org>\n"
	  "Odpov\xc4\x9b"
	  "d\xc4\x9bt: \t" ADDRESS "\n\nend\n",
		"press to red: look\n", 6, 0 },
	/* double-spaced, in bold, with an address on a line of its own */
	{ "end\n\n*\xce\x91:* J <j@x.gr>\n\n*\xce\x92:* 22/11/26 16:04\n\n"
	  "*\xce\x93:* Ann\n\nend\n",
		"end\n", 4, 0 },
	{ "end\n\nOd: x\nKomu: The Honourable Judge of All Wizards and Witches "
	  "of "
	  "this\n<" ADDRESS ">\nDatum: y\nend\n",
		"end\n", 5, 0 },
	/* one of ours needs no more than two lines and a date */
	{ "end\n\nOd: <" ADDRESS ">\nDne: 22.11.26 16:04\n\nend\n", "end\n", 3,
		0 },
	{ "end\n\n2026. nov. 22. 16:04 Judge <j@x.hu> ezt \xc3\xadrta:\n\n"
	  "end\n",
		"end\n", 2, 0 },
	/* a player's own lists, and orders with a colon */
	{ "press to all: who\nRed: a@x.org\nBlue: b@x.org\nGreen: c@x.org\n"
	  "Black: d@x.org\nend\n",
		"press to all: who\nRed: a@x.org\nBlue: b@x.org\n"
		"Green: c@x.org\nBlack: d@x.org\nend\n",
		0, 0 },
	{ "Sunday: 22/11/26 16:04\nMonday: 23/11/26 16:04\n"
	  "Tuesday: 24/11/26 16:04\nFriday: 27/11/26 16:04\nend\n",
		"Sunday: 22/11/26 16:04\nMonday: 23/11/26 16:04\n"
		"Tuesday: 24/11/26 16:04\nFriday: 27/11/26 16:04\nend\n",
		0, 0 },
	{ "press to red: 22/11/2026 16:04 a@x.org\nif hit: pass\n"
	  "else: end\nwhen attacked: pass\n",
		"press to red: 22/11/2026 16:04 a@x.org\nif hit: pass\n"
		"else: end\nwhen attacked: pass\n",
		0, 0 },
	{ "my: plan\nis: b@x.org\nend: 22/11/2026\nend\n",
		"my: plan\nis: b@x.org\nend: 22/11/2026\nend\n", 0, 0 },
	/* devices */
	{ "end\n\nSent from my iPhone\n", "end\n", 0, 1 },
	{ "end\n\nSent from my iPhone\n\n\n> a\n", "end\n", 1, 1 },
	{ "end\nVon meinem iPhone gesendet\nGesendet von meinem iPad\n\n\n\n",
		"end\n", 0, 2 },
	{ "end\nSent from my iPhone\n-- \nAnn\n", "end\n", 0, 3 },
	{ "press to blue:\nSent from my heart\nendpress\n",
		"press to blue:\nSent from my heart\nendpress\n", 0, 0 },
	/* footers of companies */
	{ "move n\nend\n\nThis e-mail is confidential and intended solely for "
	  "the\n"
	  "use of the addressee. If you have received it in error please\n"
	  "end its transmission at once.\n\nx\n",
		"move n\nend\n\n\nx\n", 0, 3 },
	/* right below a text it is no footer */
	{ "press to red: Listen.\n" NOTICE "\nmove n e s w\nend\n",
		"press to red: Listen.\n" NOTICE "\nmove n e s w\nend\n", 0,
		0 },
	{ "press to red: Listen.\n" NOTICE "\n",
		"press to red: Listen.\n" NOTICE "\n", 0, 0 },
	/* but where a server put it below the last line */
	{ "end\n" NOTICE "\n\n> a\n", "end\n", 1, 1 },
	/* nor in a message */
	{ "press to red: Listen.\n\n" NOTICE "\n\nx\nEndpress\n",
		"press to red: Listen.\n\n" NOTICE "\n\nx\nEndpress\n", 0, 0 },
	{ "press to red: x\nendpress\n\n" NOTICE "\n",
		"press to red: x\nendpress\n", 0, 1 },
	{ "end\n_____\n" NOTICE "\n", "end\n_____\n", 0, 1 },
	/* the orders below it */
	{ NOTICE "\nmove n\nend\n", "move n\nend\n", 0, 1 },
	{ "move n\n\n" NOTICE "\nend\n", "move n\n\nend\n", 0, 1 },
	{ NOTICE "\nzap red\nend\n", "zap red\nend\n", 0, 1 },
	{ NOTICE "\nmove n e s w n e s w n e s w n e s w n e s w n e\nend\n",
		"move n e s w n e s w n e s w n e s w n e s w n e\nend\n", 0,
		1 },
	{ "This mail is long.\n\nThis message is confidential and meant only "
	  "for\nits intended recipient alone; do not show it to anybody else "
	  "in "
	  "the whole wide world, ever\nend\n",
		"This mail is long.\n\nend\n", 0, 2 },
	{ "This message is confidential and meant only for the one whom we "
	  "sent it\nto, who is its intended recipient, and so for nobody "
	  "else.\n"
	  "end\n",
		"end\n", 0, 2 },
	{ "press to blue:\nThis message is confidential and intended for you\n",
		"press to blue:\nThis message is confidential and intended for "
		"you\n",
		0, 0 },
	/* clear-signed */
	{ "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nmove n\n- -- "
	  "\nA\n"
	  "-----BEGIN PGP SIGNATURE-----\n\nend\n=x\n"
	  "-----END PGP SIGNATURE-----\n",
		"move n\n", 0, 8 },
	{ "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nmove n\n",
		"\xef\xbf\xbd begin: a signed text without its end\n\n\nmove "
		"n\n",
		0, 2 },
	/* inside what others wrote nothing is a signature */
	{ "move n\n-----Original Message-----\n-- \nx\n", "move n\n", 3, 0 },
};

TEST("mail/reply", "what others wrote is cut")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_reply r;

		sp_mail_reply_cut(&r, cases[i].in, strlen(cases[i].in));
		EQUAL_STRING(r.text, cases[i].out);
		EQUAL_INT(r.quoted, cases[i].quoted);
		EQUAL_INT(r.signature, cases[i].signature);
		if (!sp_streq(r.text, cases[i].out) ||
			r.quoted != cases[i].quoted ||
			r.signature != cases[i].signature)
			printf("\ncase %zu: %u %u\n%s<<<\n", i, r.quoted,
				r.signature, r.text);
		sp_mail_reply_clear(&r);
		CU_ASSERT_PTR_NULL(r.text);
	}
}

/* Cutting what was cut already changes nothing: a player who copies what the
 * receipt shows has the same text, and the same digest. */
TEST("mail/reply", "cutting twice is cutting once")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_reply a, b;

		sp_mail_reply_cut(&a, cases[i].in, strlen(cases[i].in));
		sp_mail_reply_cut(&b, a.text, strlen(a.text));
		EQUAL_STRING(a.text, b.text);
		sp_mail_reply_clear(&a);
		sp_mail_reply_clear(&b);
	}
}

/* The text that stays does not depend on the mail's line ends. */
TEST("mail/reply", "line ends do not matter")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		struct sp_reply a, b;
		struct sp_buf crlf;

		if (strchr(cases[i].in, '\r') != NULL)
			continue;
		sp_buf_init(&crlf, 4000);
		sp_buf_clear(&crlf);
		for (const char *s = cases[i].in; *s != '\0'; s++)
			sp_buf_adds(&crlf,
				*s == '\n' ? "\r\n" : (char[]){ *s, '\0' });
		sp_mail_reply_cut(&a, cases[i].in, strlen(cases[i].in));
		sp_mail_reply_cut(&b, crlf.data, crlf.len);
		EQUAL_STRING(a.text, b.text);
		EQUAL_INT(a.quoted, b.quoted);
		sp_mail_reply_clear(&a);
		sp_mail_reply_clear(&b);
		sp_buf_free(&crlf);
	}
}

TEST("mail/reply", "long texts")
{
	size_t n = (size_t)64 * 1024;
	char *text = sp_xmalloc(n + 1);
	static const char *const fill[] = { "\n", ">\n", "on 1\n", "_____\n",
		"x wrote:\n", "from:\n", "-\n", "sent from my x\n", "a:\n",
		">|\nx\n", "on 1 wrote:\n", "a: \n", "a: \n\n", "+a.",
		"aaaaaaaa", "sent from my x\n\n\n\n" };

	for (size_t k = 0; k < SP_ARRAY_LEN(fill); k++) {
		struct sp_reply r;

		for (size_t i = 0; i < n; i++)
			text[i] = fill[k][i % strlen(fill[k])];
		text[n] = '\0';
		sp_mail_reply_cut(&r, text, n);
		CU_ASSERT(strlen(r.text) <= n + 1);
		sp_mail_reply_clear(&r);
	}
	sp_free(text);
}

/* What was cut as a legal notice is kept, to be shown. */
TEST("mail/reply", "legal notices are kept")
{
	static const char *const mails[][2] = {
		{ "end\n", "" },
		{ "end\n\n" NOTICE "\n\nx\n", NOTICE },
		{ NOTICE "\n\n" NOTICE "\nend\n", NOTICE "\n" NOTICE },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(mails); i++) {
		struct sp_reply r;

		sp_mail_reply_cut(&r, mails[i][0], strlen(mails[i][0]));
		EQUAL_STRING(r.footer, mails[i][1]);
		sp_mail_reply_clear(&r);
	}
}

/* What stands below "--" is kept, to be looked at, but for quotes. */
TEST("mail/reply", "what is below a signature's line")
{
	static const char *const mails[][2] = {
		{ "end\n", "" },
		{ "end\n-- \nAnn\nmove n\n", "Ann\nmove n\n" },
		{ "end\n--\n\nendpress\n> pass\n-- \nend\n",
			"\nendpress\nend\n" },
		{ "end\n--x\nmove n\n", "" },
		{ "end\nSent from my iPhone\n", "" },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(mails); i++) {
		struct sp_reply r;

		sp_mail_reply_cut(&r, mails[i][0], strlen(mails[i][0]));
		EQUAL_STRING(r.below, mails[i][1]);
		sp_mail_reply_clear(&r);
	}
}

/* Lines with ">" are the player's only if nothing says whose they are. */
TEST("mail/reply", "lines that the player may have written")
{
	static const struct {
		const char *in;
		unsigned quoted, doubtful;
	} mails[] = {
		{ "end\n", 0, 0 },
		{ "> move n\n>\n> end\n", 3, 2 },
		{ "On Tue, 24 Nov 2026 at 17:00, Judge wrote:\n> move n\n> "
		  "end\n",
			3, 0 },
		{ "move n\n> Red, your move\n> :: game tower\nend\n", 2, 0 },
		{ "end\n-----Original Message-----\nmove n\n", 2, 0 },
		/* the rest of a line that its mark has made too long */
		{ "On Tue, 24 Nov 2026 at 17:00, Judge wrote:\n"
		  "> Blue says to you: I shall take the treasure that lies "
		  "there\nsoon\n> end\n",
			3, 0 },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(mails); i++) {
		struct sp_reply r;

		sp_mail_reply_cut(&r, mails[i].in, strlen(mails[i].in));
		EQUAL_INT(r.quoted, mails[i].quoted);
		EQUAL_INT(r.doubtful, mails[i].doubtful);
		sp_mail_reply_clear(&r);
	}
}
