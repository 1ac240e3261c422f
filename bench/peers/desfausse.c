/* DESfausse with four greedy players, by the book, in plain C: what the compiled kernel of the lab is measured against.

   It plays the very games of the kernel: the same luck, the same decisions, the same rows of counts. What the greedy
   player knows by heart and how three dice fall are tables of numbers, which `bench.lab` hands over; the rules are here.
   Only the options of the book are known, as constants, which is the best that a compiler can get. */

#include <stdint.h>
#include <string.h>

enum { PLAYERS = 4, MOST = 9, WORD = (1 << MOST) - 1, HANDS = MOST + 1, FEW = MOST / 2 + 1, CAP = 300 };
enum { D2, D3, D4, D5, GIFT, DEMON, ONES, ALL };
enum { FIRST = 1, TURNS, IDLE, MAJORITIES, OFF_TURN, MASTER, WHY, PLACED, WON = PLACED + 8, SCORE = WON + 8,
       WIDTH = SCORE + 2 * PLAYERS };

static const int worth[8] = {2, 3, 5, 7, 3, 2, -1, 12};
static const unsigned slam_bits = 0xbf, master_bits = 0x3f;

typedef struct {
    uint64_t luck;
    int size[PLAYERS], demons[PLAYERS], greens[PLAYERS], tokens[PLAYERS];
    unsigned cells[PLAYERS], taken[3], order[3];
    int active, direction, row, winner;
    int turns, idle, majorities, off_turn;
    int placed[PLAYERS][8];
} Table;

/* Filled by `prepare`. */
static uint16_t squeezed[19683], plans[64 * 2 * FEW * HANDS * HANDS], *ranks, places[HANDS * HANDS * FEW], threes[WORD + 1];
static uint16_t first_of[MOST + 1][WORD + 1];
static uint64_t three_dice[8 * 216];
static int context_size, hits[7], points_of[256], richest[256];

static inline int count(unsigned bits) { return __builtin_popcount(bits); }
static inline int lowest(unsigned bits) { return __builtin_ctz(bits); }
static inline int at_least(int a, int b) { return a > b ? a : b; }
static inline int at_most(int a, int b) { return a < b ? a : b; }
static inline int face(uint64_t shown, int value) { return shown >> MOST * value & WORD; }

static inline uint64_t luck(Table *t) {
    uint64_t z = t->luck += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (z ^ z >> 31) & ((1ull << 60) - 1);
}

static inline int below(Table *t, int n) { return (luck(t) >> 8) * n >> 52; }

static inline uint64_t rolled(Table *t, int hand, int demons, int dice, uint64_t shown) {
    const uint64_t low = (1ull << 56) - 1;
    uint64_t x = (luck(t) >> 4) * 216, mask = 0;
    uint64_t fallen = three_dice[216 * (demons & 7) + (x >> 56)];
    x = (x & low) * 216;
    fallen |= three_dice[216 * (demons >> 3 & 7) + (x >> 56)] << 3;
    if (hand > 6) {
        x = (x & low) * 216;
        fallen |= three_dice[216 * (demons >> 6) + (x >> 56)] << 6;
    }
    for (int f = 0; f < 7; f++) mask |= (uint64_t)dice << MOST * f;
    return (shown & ~mask) | (fallen & mask);
}

static inline int around(Table *t, int seat, int steps) {
    int found = seat + steps * t->direction;
    return found < 0 ? found + PLAYERS : found >= PLAYERS ? found - PLAYERS : found;
}

static void take_from(Table *t, int seat, int die) {
    int before = (1 << die) - 1;
    t->size[seat]--;
    t->demons[seat] = (t->demons[seat] & before) | (t->demons[seat] >> 1 & ~before);
    t->greens[seat] = (t->greens[seat] & before) | (t->greens[seat] >> 1 & ~before);
}

static int receive(Table *t, int seat, int demon, int green) {
    int size = t->size[seat];
    if (size == MOST) return 0;
    t->demons[seat] |= demon << size;
    t->greens[seat] |= green << size;
    t->size[seat] = size + 1;
    return 1;
}

/* The cheapest token; of two alike that of the earlier round, then the one that was placed first. */
static int cheapest(Table *t, unsigned cells) {
    static const unsigned levels[] = {1 << ONES, 1 << D2 | 1 << DEMON, 1 << D3 | 1 << GIFT, 1 << D4, 1 << D5, 1 << ALL};
    for (int level = 0; level < 6; level++)
        for (int row = 0; row < 3; row++) {
            unsigned found = cells >> 8 * row & levels[level];
            if (found) {
                int late = (found & (found - 1)) && t->order[row] & (found >> DEMON & 1 ? 1 : 2);
                return 8 * row + (late ? 31 - __builtin_clz(found) : lowest(found));
            }
        }
    return -1;
}

static void place_or_move(Table *t, int seat, int trophy) {
    int row = t->row;
    if (t->tokens[seat]) t->tokens[seat]--;
    else {
        int cell = cheapest(t, t->cells[seat]);
        t->cells[seat] ^= 1u << cell;
        t->taken[cell >> 3] ^= 1u << (cell & 7);
    }
    unsigned cell = 1u << (8 * row + trophy);
    if (t->taken[row] >> trophy & 1)
        for (int other = 0; other < PLAYERS; other++)
            if (t->cells[other] & cell) {
                t->cells[other] ^= cell;
                t->tokens[other]++;
            }
    t->taken[row] |= 1u << trophy;
    t->cells[seat] |= cell;
    t->placed[seat][trophy]++;
    unsigned older = (trophy == D2) | (trophy == D3) << 1;
    t->order[row] = (t->order[row] | older) & ~((trophy == DEMON) | (trophy == GIFT) << 1);
    unsigned mine = t->cells[seat];
    if (((mine | mine >> 8 | mine >> 16) & slam_bits) == slam_bits) t->winner = seat;
}

static void place_token(Table *t, int seat, unsigned earned) {
    if (!t->tokens[seat]) {
        if (earned >> ALL & 1) place_or_move(t, seat, ALL);
        return;
    }
    unsigned open = earned & ~t->taken[t->row];
    if (open) place_or_move(t, seat, richest[open]);
}

static unsigned feats(Table *t, int seat, int many, int banished, int received) {
    unsigned earned = many > 1 ? 1u << (at_most(many, 5) - 2) : 0;
    if (received >= 1) earned |= 1 << GIFT;
    if (banished && !t->demons[seat]) earned |= 1 << DEMON;
    if (!t->size[seat]) earned |= 1 << ALL;
    return earned;
}

/* A majority of 1s: everybody else gives a die. True: that was somebody's last. */
static int suffer_ones(Table *t, int seat) {
    int first_out = -1;
    t->majorities++;
    t->idle++;
    for (int step = 1; step < PLAYERS; step++) {
        int giver = around(t, seat, step), size = t->size[giver];
        int demons = t->demons[giver], greens = t->greens[giver], hand = (1 << size) - 1, die = 0;
        if (!((demons == 0 || demons == hand) && (greens == 0 || greens == hand))) die = demons ? lowest(demons) : 0;
        take_from(t, giver, die);
        receive(t, seat, demons >> die & 1, greens >> die & 1);
        if (size == 1 && first_out < 0) first_out = giver;
    }
    if (!(t->cells[seat] >> (8 * t->row + ONES) & 1)) place_or_move(t, seat, ONES);
    if (first_out >= 0) t->off_turn++;
    return first_out >= 0;
}

static int demons_of(int dice, int demons, int many) {
    int bad = dice & demons, good = dice & ~demons, some = at_most(many, count(bad));
    return first_of[some][bad] | first_of[many - some][good];
}

static int reroll(Table *t, int seat, uint64_t shown) {
    int hand = t->size[seat], demons = t->demons[seat];
    unsigned open = ~t->taken[t->row], context = (t->tokens[seat] ? open & 15 : 0) | (open >> ONES & 1) << 4;
    const uint16_t *rank = ranks + context_size * context;
    int bad = face(shown, 1), ones = count(bad), rest = ((1 << hand) - 1) ^ bad, best = 0;
    for (int value = 2; value < 7; value++) {
        int same = face(shown, value), many = count(same), dice = rest ^ same;
        int lies = rank[ones * HANDS + many] << 3 | 7;
        int place = places[(hand * HANDS + many) * FEW + ones] + squeezed[threes[dice] + threes[dice & demons]];
        int hope = rank[FEW * HANDS + 3 * place + hits[value]] << 3 | (6 - value);
        best = at_least(best, at_least(lies, hope));
        if (many == hand) return 0;
    }
    return (best & 7) == 7 ? 0 : rest ^ face(shown, 6 - (best & 7));
}

/* The trophies that it earns, + 256 if the next player is skipped. */
static unsigned discard(Table *t, int seat, uint64_t shown) {
    int hand = t->size[seat], demons = t->demons[seat], greens = t->greens[seat];
    int ones = count(face(shown, 1)), least = at_least(2, ones + 1), own = count(demons), best = 0, any = 0;
    unsigned context = t->tokens[seat] ? ~t->taken[t->row] & 63 : 0;
    for (int value = 2; value < 7; value++) {
        int equal = face(shown, value);
        if (count(equal) < least) continue;
        any = 1;
        for (int colour = 0; colour < 3; colour++) {
            int fitting = colour == 0 ? equal & ~greens : colour == 1 ? equal & greens : equal;
            int size = count(fitting), bad = count(fitting & demons);
            int key = ((2 * context + (colour < 2)) * FEW + ones) * HANDS + size;
            int planned = plans[key * HANDS + (bad == own ? bad : 0)];
            if (size == hand) planned = (3 * hand + 2 * worth[ALL]) << 4 | hand;
            best = at_least(best, planned >> 4 << 9 | (31 - 4 * value - colour) << 4 | (planned & 15));
        }
    }
    int first = 31 - (best >> 4 & 31), value = first >> 2, colour = first & 3, size = best & 15;
    if (!any || !value) {
        t->idle++;
        return 0;
    }
    int dice = face(shown, value);
    dice &= colour == 0 ? ~greens : colour == 1 ? greens : WORD;
    int many = size - ones, leaving = demons_of(dice, demons, many), chosen = demons_of(dice, demons, size);
    int kept = ((1 << hand) - 1) ^ leaving, gift = colour < 2, received = -1, skip = 0;
    t->size[seat] = hand - many;
    t->demons[seat] = squeezed[threes[kept] + threes[kept & demons]];
    t->greens[seat] = squeezed[threes[kept] + threes[kept & greens]];
    if (gift) {
        int bad = chosen & demons, mixed = many < size && bad && bad != chosen;
        int batches[2] = {mixed ? leaving & demons : leaving, mixed ? leaving & ~demons : 0};
        received = 0;
        for (int batch = 0; batch < 2; batch++)
            for (int left = batches[batch]; left; left &= left - 1) {
                int die = lowest(left), fewest = t->size[around(t, seat, 1)] << 3 | 1;
                for (int step = 2; step < PLAYERS; step++)
                    fewest = at_most(fewest, t->size[around(t, seat, step)] << 3 | step);
                received += receive(t, around(t, seat, fewest & 7), demons >> die & 1, greens >> die & 1);
            }
    } else if (value == 6 && t->size[seat]) skip = 1;
    return feats(t, seat, many, count(leaving & demons), received) | skip << 8;
}

static int points(Table *t, int seat) {
    unsigned cells = t->cells[seat];
    return points_of[cells & 255] + points_of[cells >> 8 & 255] + points_of[cells >> 16];
}

static int find_first(Table *t) {
    int best = (1 << PLAYERS) - 1;
    while (best & (best - 1)) {
        int highest = 0, tied = 0;
        for (int seat = 0; seat < PLAYERS; seat++)
            if (best >> seat & 1) {
                int total = 3;
                for (int die = 0; die < 3; die++) total += below(t, 6);
                if (total > highest) highest = total, tied = 0;
                if (total == highest) tied |= 1 << seat;
            }
        best = tied;
    }
    return lowest(best);
}

static int take_turn(Table *t) { /* says whether the round is over */
    int seat = t->active, hand = t->size[seat], demons = t->demons[seat], majority = 0, out = 0;
    unsigned earned = 0;
    if (hand == 1) {
        int said = demons ? 3 : 2;
        uint64_t shown = rolled(t, 1, demons, 1, 0);
        if (face(shown, said)) t->idle++;
        else if (face(shown, 1)) majority = 1;
        else {
            take_from(t, seat, 0);
            earned = feats(t, seat, 1, demons, -1);
        }
    } else {
        uint64_t shown = 0;
        int dice = (1 << hand) - 1;
        for (int roll = 0; roll < 3; roll++) {
            shown = rolled(t, hand, demons, dice, shown);
            majority = 2 * count(face(shown, 1)) > hand;
            if (majority || roll == 2) break;
            dice = reroll(t, seat, shown);
            if (!dice) break;
        }
        if (!majority) earned = discard(t, seat, shown);
    }
    if (majority) out = suffer_ones(t, seat);
    else if (earned & 255) place_token(t, seat, earned & 255);
    t->active = around(t, seat, 1 + (earned >> 8));
    return out || !t->size[seat] || t->winner >= 0;
}

static void play_game(Table *t, int32_t *row_of) {
    uint64_t chance = t->luck;
    memset(t, 0, sizeof *t);
    t->luck = chance;
    t->winner = -1;
    row_of[FIRST] = t->active = find_first(t);
    for (t->row = 0; t->row < 3 && t->winner < 0; t->row++) {
        t->direction = 1;
        if (t->row) {
            int found = PLAYERS - 1;
            for (int seat = PLAYERS - 2; seat >= 0; seat--)
                if (points(t, seat) < points(t, found)) found = seat;
            t->active = found;
        }
        for (int seat = 0; seat < PLAYERS; seat++)
            t->size[seat] = 6, t->demons[seat] = 0x30, t->greens[seat] = 0x2c, t->tokens[seat] = 3;
        int turns = 0, over = 0;
        while (!over) {
            over = take_turn(t);
            turns++;
            over |= turns == CAP;
        }
        t->turns += turns;
    }
    row_of[TURNS] = t->turns, row_of[IDLE] = t->idle, row_of[MAJORITIES] = t->majorities, row_of[OFF_TURN] = t->off_turn;
    row_of[WHY] = t->winner >= 0;
    for (int seat = 0; seat < PLAYERS; seat++) {
        unsigned cells = t->cells[seat], mastered = cells & cells >> 8 & cells >> 16 & master_bits;
        if (t->winner < 0) row_of[MASTER] += count(mastered);
        row_of[SCORE + seat] = points(t, seat) + 3 * points_of[mastered];
    }
    for (int seat = 0; seat < PLAYERS; seat++) {
        int place = 1, mine = t->winner == seat ? 1000 : row_of[SCORE + seat];
        for (int other = 0; other < PLAYERS; other++)
            place += (t->winner == other ? 1000 : row_of[SCORE + other]) > mine;
        row_of[SCORE + PLAYERS + seat] = place;
        for (int trophy = 0; trophy < 8; trophy++) {
            row_of[PLACED + trophy] += t->placed[seat][trophy];
            if (place == 1) row_of[WON + trophy] += t->placed[seat][trophy];
        }
    }
}

void prepare(const uint16_t *mind, int context, const uint16_t *places_of, const int64_t *three, const int64_t *hits_of) {
    memcpy(squeezed, mind, sizeof squeezed);
    memcpy(plans, mind + 19683, sizeof plans);
    ranks = (uint16_t *)mind + 19683 + sizeof plans / sizeof *plans;
    context_size = context;
    memcpy(places, places_of, sizeof places);
    memcpy(three_dice, three, sizeof three_dice);
    for (int value = 0; value < 7; value++) hits[value] = hits_of[value] & 3;
    for (int bits = 0; bits <= WORD; bits++) {
        int some = 0;
        threes[bits] = 0;
        for (int die = 0, power = 1; die < MOST; die++, power *= 3) threes[bits] += (bits >> die & 1) * power;
        for (int many = 0; many <= MOST; many++) first_of[many][bits] = some, some |= (bits ^ some) & -(bits ^ some);
    }
    for (int bits = 0; bits < 256; bits++) {
        points_of[bits] = richest[bits] = 0;
        for (int trophy = 7; trophy >= 0; trophy--)
            if (bits >> trophy & 1) {
                points_of[bits] += worth[trophy];
                if (!(bits >> richest[bits] & 1) || worth[trophy] >= worth[richest[bits]]) richest[bits] = trophy;
            }
    }
}

void play_games(int32_t *rows, int64_t seed, int64_t first, int64_t games, int64_t apart) {
    Table t;
    memset(rows, 0, sizeof(int32_t) * WIDTH * games);
    for (int64_t i = 0; i < games; i++, rows += WIDTH) {
        t.luck = seed;
        t.luck = luck(&t) + (uint64_t)(first + i) * (uint64_t)apart;
        t.luck = luck(&t);
        rows[0] = first + i;
        play_game(&t, rows);
    }
}
