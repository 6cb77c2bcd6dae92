// A player of River Valley Glassworks that has rules of its own, those of straight_rules.h.
//
//   playouts choose GAMES SEED < position    what a turn leaves the seat on turn, in points, and the turn's decisions
//   playouts list < position                 the same of every turn, a line each; their order means nothing
//
// It decides one question after the other: GAMES random games follow each answer, and the one that wins most is taken.
// Every game draws anew what nobody knows, the order of the bag. The position, at the start of a turn, is whole numbers:
//
//   players, seat on turn, whether the end is triggered, turns to come; the tiles from START, their stones, the glass on
//   each by colour; lake and bag by type; then of each seat: satchel by type, columns in use, inventory, overflow, each
//   colour's column (0: none), and each column's height. The first seat is the one that began. A type is 9 * shape + colour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../plain_c/straight_rules.h"

enum { CHOICES = 64, DECISIONS = 32 };

static void refuse(const char *sentence) {
  fprintf(stderr, "%s\n", sentence);
  exit(2);
}

static int number(void) {
  int found;
  if (scanf("%d", &found) != 1) refuse("The position ends early, or has something else than a whole number.");
  return found;
}

static int number_below(int end) {
  int found = number();
  if (found < 0 || found >= end) refuse("The position has a number that cannot be there.");
  return found;
}

static void read_position(S *s) {
  memset(s, 0, sizeof *s);
  s->players = number_below(6);
  s->player = number_below(s->players);
  s->final = number_below(2);
  s->left = number_below(2 * s->players);
  for (int i = 0; i < TILES; i++) s->at[i] = number_below(TILES);
  for (int i = 0; i < TILES; i++) s->stones[i] = number_below(9);
  for (int i = 0; i < TILES; i++)
    for (int c = 0; c < COLOURS; c++) s->river[i][c] = number_below(100);
  for (int t = 0; t < TYPES; t++) s->lake_n += s->lake[t] = number_below(6);
  for (int t = 0; t < TYPES; t++)
    for (int k = number_below(36); k > 0; k--) {
      if (s->bag_n == sizeof s->bag) refuse("The bag holds too much.");
      s->bag[s->bag_n++] = t;
    }
  for (int p = 0; p < s->players; p++) {
    for (int t = 0; t < TYPES; t++) s->held[p] += s->satchel[p][t] = number_below(6);
    s->used[p] = number_below(COLS + 1);
    s->inventory[p] = number_below(36);
    s->overflow[p] = number_below(128);
    for (int c = 0; c < COLOURS; c++) s->column[p][c] = number_below(COLS + 1);
    for (int j = 0; j < COLS; j++) s->height[p][j] = number_below(ROWS + 1);
  }
  s->phase = MAIN;
}

// A shared victory counts in equal parts.
static double share_of(S *s, int seat) {
  int own = score(s, seat), winners = 0;
  for (int p = 0; p < s->players; p++) {
    int points = score(s, p);
    if (points > own) return 0;
    winners += points == own;
  }
  return 1.0 / winners;
}

static double share_of_random_games(const S *root, const int16_t *turn, int count, int games, uint64_t *seed) {
  double won = 0;
  for (int game = 0; game < games; game++) {
    S s = *root;
    s.rng = ++*seed * 0xD1342543DE82EF95ull;
    // From the start of the turn: an answer must not know what an earlier one has drawn.
    for (int k = 0; k < count; k++) apply(&s, turn[k]);
    while (s.phase != OVER) {
      int16_t choices[CHOICES];
      int found = legal(&s, choices);
      apply(&s, choices[below(&s, found)]);
    }
    won += share_of(&s, root->player);
  }
  return won;
}

static void tell(S *after, int seat, const int16_t *turn, int count) {
  printf("%d", score(after, seat));
  for (int k = 0; k < count; k++) printf(" %d", turn[k]);
  printf("\n");
}

static void choose(const S *root, int games, uint64_t seed) {
  S s = *root;
  int16_t turn[DECISIONS];
  int count = 0;
  while (s.turns == root->turns) {
    int16_t choices[CHOICES];
    int found = legal(&s, choices), best = 0;
    double most = -1;
    for (int k = 0; found > 1 && k < found; k++) {
      turn[count] = choices[k];
      double won = share_of_random_games(root, turn, count + 1, games, &seed);
      if (won > most) most = won, best = k;
    }
    turn[count++] = choices[best];
    apply(&s, choices[best]);
  }
  tell(&s, root->player, turn, count);
}

static void list(const S *s, int seat, int turns, int16_t *turn, int count) {
  int16_t choices[CHOICES];
  S now = *s;
  int found = legal(&now, choices);
  for (int k = 0; k < found; k++) {
    S after = *s;
    turn[count] = choices[k];
    apply(&after, choices[k]);
    if (after.turns == turns) list(&after, seat, turns, turn, count + 1);
    else tell(&after, seat, turn, count + 1);
  }
}

int main(int count, char **words) {
  S s;
  int16_t turn[DECISIONS];
  if (count == 4 && !strcmp(words[1], "choose") && atoi(words[2]) > 0) {
    read_position(&s);
    choose(&s, atoi(words[2]), strtoull(words[3], NULL, 10));
  } else if (count == 2 && !strcmp(words[1], "list")) {
    read_position(&s);
    list(&s, s.player, s.turns, turn, 0);
  } else {
    refuse("Usage: playouts choose GAMES SEED, or playouts list; the position comes by standard input.");
  }
}
